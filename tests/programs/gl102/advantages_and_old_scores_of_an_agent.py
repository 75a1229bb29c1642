"""An agent computes old log-probabilities and advantages with graphs before its epochs, which compute both networks again."""

import torch
from torch import nn


class Agent:
    def __init__(self):
        self.actor, self.critic = nn.Linear(3, 2), nn.Linear(3, 1)
        self.optimizer = torch.optim.Adam([*self.actor.parameters(), *self.critic.parameters()], lr=0.01)

    def scores(self, states, actions):
        return torch.distributions.Categorical(logits=self.actor(states)).log_prob(actions)

    def update(self, states, actions, rewards):
        old = self.scores(states, actions)
        values = self.critic(states).squeeze(-1)
        advantages = rewards - values
        for _ in range(4):
            ratio = (self.scores(states, actions) - old).exp()
            loss = (self.critic(states).squeeze(-1) - rewards).pow(2).mean() - (ratio * advantages).mean()
            self.optimizer.zero_grad()
            loss.backward()  # ! GL102
            self.optimizer.step()


agent = Agent()
for _ in range(3):
    agent.update(torch.randn(8, 3), torch.randint(0, 2, (8,)), torch.randn(8))
