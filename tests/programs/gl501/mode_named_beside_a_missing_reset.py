"""train is named and not called, which does not explain that the gradients are never reset: two mistakes."""

import torch
from torch import nn


def fit(network, optimizer, batches):
    network.train  # ! GL303
    for x in batches:
        loss = network(x).pow(2).mean()
        loss.backward()  # ! GL501
        optimizer.step()


network = nn.Sequential(nn.Linear(3, 4), nn.Dropout(), nn.Linear(4, 1))
fit(network, torch.optim.SGD(network.parameters(), lr=0.1), torch.randn(3, 4, 3))
