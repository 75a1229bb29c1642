"""Policy and value come from one pass of one network: the value's backward goes where the policy's has freed."""

import torch
from torch import nn
from torch.distributions import Categorical


class Agent(nn.Module):
    def __init__(self, observed, actions):
        super().__init__()
        self.body = nn.Sequential(nn.Linear(observed, 10), nn.ReLU())
        self.policy = nn.Linear(10, actions)
        self.value = nn.Linear(10, 1)

    def forward(self, observation):
        thought = self.body(observation)
        return Categorical(logits=self.policy(thought)), self.value(thought).squeeze(-1)


def update(agent, optimizer, observations, returns):
    choice, value = agent(observations)
    action = choice.sample()
    advantage = returns - value
    policy_loss = -(choice.log_prob(action) * advantage.detach()).mean()
    value_loss = advantage.pow(2).mean()
    optimizer.zero_grad()
    policy_loss.backward()
    value_loss.backward()  # ! GL101
    optimizer.step()


agent = Agent(observed=4, actions=2)
optimizer = torch.optim.Adam(agent.parameters(), lr=3e-3)
for observations in torch.randn(2, 6, 4):
    update(agent, optimizer, observations, torch.randn(6))
