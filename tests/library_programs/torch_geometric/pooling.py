"""torch_geometric: pooling is differentiable."""

import torch
from torch_geometric.nn import global_mean_pool


def kept(loader):
    model = torch.nn.Linear(3, 1)
    optimizer = torch.optim.SGD(model.parameters(), 0.1)
    total = 0
    for x in loader:
        optimizer.zero_grad()
        loss = (model(x) ** 2).sum()
        loss.backward()
        optimizer.step()
        total += global_mean_pool(loss, None)  # ! GL202
    print(total)


def counted(loader):
    model = torch.nn.Linear(3, 1)
    optimizer = torch.optim.SGD(model.parameters(), 0.1)
    total = 0
    for x in loader:
        optimizer.zero_grad()
        loss = (model(x) ** 2).sum()
        loss.backward()
        optimizer.step()
        total += global_mean_pool(loss.detach(), None)
    print(total)
