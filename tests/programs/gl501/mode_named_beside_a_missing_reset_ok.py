"""train is called, and the gradients are reset."""

import torch
from torch import nn


def fit(network, optimizer, batches):
    network.train()
    for x in batches:
        loss = network(x).pow(2).mean()
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()


network = nn.Sequential(nn.Linear(3, 4), nn.Dropout(), nn.Linear(4, 1))
fit(network, torch.optim.SGD(network.parameters(), lr=0.1), torch.randn(3, 4, 3))
