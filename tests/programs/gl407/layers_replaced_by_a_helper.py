"""A helper replaces a layer of the model that it receives, after the optimizer was constructed."""

import torch
from torch import nn


def widen(network, width):
    network[0] = nn.Linear(3, width)  # ! GL407
    network[2] = nn.Linear(width, 1)  # ! GL407
    return network


def train(network, optimizer):
    for _ in range(4):
        optimizer.zero_grad()
        network(torch.randn(8, 3)).pow(2).mean().backward()
        optimizer.step()


network = nn.Sequential(nn.Linear(3, 4), nn.Tanh(), nn.Linear(4, 1), nn.Linear(1, 1))
optimizer = torch.optim.SGD(network.parameters(), lr=0.1)
widen(network, 16)
train(network, optimizer)
