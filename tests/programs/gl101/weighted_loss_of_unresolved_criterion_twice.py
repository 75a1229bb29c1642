"""Each product is a new root, but the loss is the same, and the first backward has freed its graph."""

import torch
from torch import nn


def train(model, criterion, optimizer, weight, batches):
    for x in batches:
        loss = criterion(model(x), x)
        optimizer.zero_grad()
        (weight * loss).backward()
        (weight * loss).backward()  # ! GL101
        optimizer.step()


hidden = eval
network = nn.Sequential(nn.Linear(3, 3), nn.Tanh(), nn.Linear(3, 3))
sgd = torch.optim.SGD(network.parameters(), lr=0.1)
hidden("train")(network, nn.MSELoss(), sgd, 0.5, [torch.randn(2, 3) for _ in range(4)])
