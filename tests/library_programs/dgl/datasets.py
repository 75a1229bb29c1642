"""dgl: what its loaders yield has no graph."""

import torch
from dgl.data import CoraGraphDataset
from dgl.dataloading import GraphDataLoader


class Examples(CoraGraphDataset):
    def __init__(self, weight):
        self.weight = weight


def total(loader):
    total = 0
    data = GraphDataLoader(CoraGraphDataset())
    for x in data:
        total += x.sum()
    return total


def outputs(loader):
    model = torch.nn.Linear(3, 1)
    optimizer = torch.optim.SGD(model.parameters(), 0.1)
    data = GraphDataLoader(CoraGraphDataset())
    losses = 0
    for x in data:
        optimizer.zero_grad()
        loss = model(x).sum()
        loss.backward()
        optimizer.step()
        losses += loss  # ! GL202
    print(losses)
