"""The policy's optimizer steps on the trunk before the value loss is backpropagated."""
import torch
from torch import nn


class Agent(nn.Module):
    def __init__(self):
        super().__init__()
        self.trunk = nn.Sequential(nn.Linear(4, 8), nn.ReLU(), nn.Linear(8, 8))
        self.policy, self.value = nn.Linear(8, 2), nn.Linear(8, 1)

    def forward(self, state):
        hidden = self.trunk(state)  # <- built
        return self.policy(hidden), self.value(hidden)


class Learner:
    def __init__(self, agent):
        self.agent = agent
        self.actor = torch.optim.Adam([*agent.trunk.parameters(), *agent.policy.parameters()])
        self.critic = torch.optim.Adam([*agent.trunk.parameters(), *agent.value.parameters()])

    def apply(self, optimizer, loss, more):
        optimizer.zero_grad()
        loss.backward(retain_graph=more)  # <- raised
        optimizer.step()  # <- changed

    def learn(self, states, returns):
        logits, values = self.agent(states)
        advantage = (returns - values.squeeze(1)).detach()
        self.apply(self.actor, -(logits.log_softmax(1)[:, 0] * advantage).mean(), True)
        self.apply(self.critic, (returns - values.squeeze(1)).pow(2).mean(), False)


Learner(Agent()).learn(torch.randn(6, 4), torch.randn(6))
