"""The copy is made first, and the optimizer over the copy."""

import copy

import torch
from torch import nn


def train(network, batches):
    network = copy.deepcopy(network)
    optimizer = torch.optim.AdamW(network.parameters())
    for batch in batches:
        optimizer.zero_grad()
        loss = network(batch).abs().mean()
        loss.backward()
        optimizer.step()
        network.zero_grad()
    return network


print(train(nn.Linear(3, 1), torch.randn(3, 4, 3)).bias.item())
