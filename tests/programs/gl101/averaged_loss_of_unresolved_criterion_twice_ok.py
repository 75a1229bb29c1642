"""The first backward retains the graph of the loss."""

import torch
from torch import nn


def train(model, criterion, optimizer, steps, batches):
    for x in batches:
        loss = criterion(model(x), x)
        optimizer.zero_grad()
        (loss / steps).backward(retain_graph=True)
        (loss / steps).backward()
        optimizer.step()


hidden = eval
network = nn.Sequential(nn.Linear(3, 3), nn.Tanh(), nn.Linear(3, 3))
sgd = torch.optim.SGD(network.parameters(), lr=0.1)
hidden("train")(network, nn.MSELoss(), sgd, 2, [torch.randn(2, 3) for _ in range(4)])
