"""fairscale: a wrapped model is the model."""

import torch
from fairscale.nn import FullyShardedDataParallel
from fairscale.nn.data_parallel import ShardedDataParallel


def not_reset(loader):
    model = torch.nn.Linear(3, 1)
    optimizer = torch.optim.SGD(model.parameters(), 0.1)
    model = ShardedDataParallel(model, optimizer)
    model = FullyShardedDataParallel(model)
    for x in loader:
        loss = (model(x) ** 2).sum()
        loss.backward()  # ! GL501
        optimizer.step()


def reset(loader):
    model = torch.nn.Linear(3, 1)
    optimizer = torch.optim.SGD(model.parameters(), 0.1)
    model = ShardedDataParallel(model, optimizer)
    model = FullyShardedDataParallel(model)
    for x in loader:
        optimizer.zero_grad()
        loss = (model(x) ** 2).sum()
        loss.backward()
        optimizer.step()
