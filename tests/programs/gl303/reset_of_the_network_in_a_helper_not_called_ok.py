"""A helper calls zero_grad of the network whose parameters the optimizer steps."""

import torch
from torch import nn


def prepare(network):
    network.train()
    network.zero_grad()


def learn(network, optimizer, x):
    network(x).abs().mean().backward()
    optimizer.step()


network = nn.Sequential(nn.Linear(3, 4), nn.Dropout(), nn.Linear(4, 1))
optimizer = torch.optim.SGD(network.parameters(), lr=0.1)
for x in torch.randn(4, 5, 3):
    prepare(network)
    learn(network, optimizer, x)
