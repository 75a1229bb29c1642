"""The helper is called first."""

import torch
from torch import nn


def widen(network, width):
    network[0] = nn.Linear(3, width)
    network[2] = nn.Linear(width, 1)
    return network


def train(network, optimizer):
    for _ in range(4):
        optimizer.zero_grad()
        network(torch.randn(8, 3)).pow(2).mean().backward()
        optimizer.step()


network = nn.Sequential(nn.Linear(3, 4), nn.Tanh(), nn.Linear(4, 1), nn.Linear(1, 1))
widen(network, 16)
optimizer = torch.optim.SGD(network.parameters(), lr=0.1)
train(network, optimizer)
