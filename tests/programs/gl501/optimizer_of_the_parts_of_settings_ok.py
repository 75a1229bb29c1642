"""The network of the agent keeps what the settings hold: the trunk, whose optimizer therefore is reset with that of the agent."""

import types

import torch
from torch import nn


class Agent(nn.Module):
    def __init__(self, settings):
        super().__init__()
        self.head = nn.Linear(4, 1)
        self.part = settings.part

    def forward(self, x):
        return self.head(torch.tanh(self.part(x)))


def fit(settings, batches):
    agent = Agent(settings)
    optimizer = torch.optim.SGD(agent.parameters(), lr=0.1)
    slow = torch.optim.SGD(settings.part.parameters(), lr=0.01)
    for x, y in batches:
        loss = (agent(x) - y).pow(2).mean()
        optimizer.zero_grad()
        loss.backward()
        slow.step()


def train(batches):
    trunk = nn.Linear(4, 4)
    eval("fit")(types.SimpleNamespace(part=trunk), batches)


eval("train")([(torch.randn(8, 4), torch.randn(8, 1)) for _ in range(3)])
