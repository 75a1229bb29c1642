"""torch_geometric: what its loaders yield has no graph."""

import torch
from torch_geometric.datasets import Planetoid
from torch_geometric.loader import DataLoader


class Examples(Planetoid):
    def __init__(self, weight):
        self.weight = weight


def total(loader):
    total = 0
    data = DataLoader(Planetoid(".", "Cora"))
    for x in data:
        total += x.sum()
    return total


def outputs(loader):
    model = torch.nn.Linear(3, 1)
    optimizer = torch.optim.SGD(model.parameters(), 0.1)
    data = DataLoader(Planetoid(".", "Cora"))
    losses = 0
    for x in data:
        optimizer.zero_grad()
        loss = model(x).sum()
        loss.backward()
        optimizer.step()
        losses += loss  # ! GL202
    print(losses)
