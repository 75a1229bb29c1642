"""Two critics step after the backward of their common loss. A setting chooses how the agent weights the entropy."""

import types

import torch
from torch import nn


class Agent:
    def __init__(self, settings):
        self.actor = nn.Linear(4, 2)
        self.first = nn.Linear(4, 1)
        self.second = nn.Linear(4, 1)
        self.first_optimizer = torch.optim.Adam(self.first.parameters())
        self.second_optimizer = torch.optim.Adam(self.second.parameters())
        self.fixed = settings.fixed
        if self.fixed:
            self.weight = settings.weight
        else:
            self.log_weight = torch.zeros(1, requires_grad=True)
            self.weight_optimizer = torch.optim.Adam([self.log_weight])
            self.weight = self.log_weight.exp().item()

    def learn(self, x, y):
        with torch.no_grad():
            target = y - self.weight * self.actor(x).sum()
        loss = (self.first(x) - target).pow(2).mean() + (self.second(x) - target).pow(2).mean()
        self.first_optimizer.zero_grad()
        self.second_optimizer.zero_grad()
        loss.backward()
        self.first_optimizer.step()
        self.second_optimizer.step()
        if not self.fixed:
            weight_loss = self.log_weight.exp() * y.mean()
            self.weight_optimizer.zero_grad()
            weight_loss.backward()
            self.weight_optimizer.step()
            self.weight = self.log_weight.exp().item()


agent = eval("Agent")(types.SimpleNamespace(fixed=False))
for _ in range(3):
    eval("agent.learn")(torch.randn(8, 4), torch.randn(8, 1))
