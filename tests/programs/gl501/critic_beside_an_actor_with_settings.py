"""The network of the actor keeps a setting in a field: the reset of its optimizer does not reach the critic."""

import types

import torch
from torch import nn


class Actor(nn.Module):
    def __init__(self, settings):
        super().__init__()
        self.layer = nn.Linear(4, 4)
        self.bound = settings.bound

    def forward(self, x):
        return torch.tanh(self.layer(x)) * self.bound


class Agent:
    def __init__(self, settings):
        self.actor = Actor(settings)
        self.critic = nn.Linear(4, 1)
        self.actor_optimizer = torch.optim.Adam(self.actor.parameters(), lr=settings.rate)
        self.critic_optimizer = torch.optim.Adam(self.critic.parameters(), lr=settings.rate)

    def learn(self, batches):
        for x, y in batches:
            loss = -self.actor(x).mean() + (self.critic(x) - y).pow(2).mean()
            self.actor_optimizer.zero_grad()
            loss.backward()  # ! GL501
            self.actor_optimizer.step()
            self.critic_optimizer.step()


agent = eval("Agent")(types.SimpleNamespace(bound=2.0, rate=0.01))
eval("agent.learn")([(torch.randn(8, 4), torch.randn(8, 1)) for _ in range(3)])
