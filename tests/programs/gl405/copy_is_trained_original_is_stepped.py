"""The optimizer owns the original's parameters, and the loss goes through a copy of it."""

import copy

import torch
from torch import nn


def train(network, batches):
    optimizer = torch.optim.AdamW(network.parameters())
    network = copy.deepcopy(network)
    for batch in batches:
        optimizer.zero_grad()
        loss = network(batch).abs().mean()
        loss.backward()
        optimizer.step()  # ! GL405
        network.zero_grad()
    return network


print(train(nn.Linear(3, 1), torch.randn(3, 4, 3)).bias.item())
