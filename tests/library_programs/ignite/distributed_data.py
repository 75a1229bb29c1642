"""ignite: what its loader yields is data, and seeding keeps no graph."""

import ignite.distributed as idist
import torch
from ignite.utils import manual_seed


def total_of_data(data):
    total = 0
    for x in idist.auto_dataloader(data):
        total += x.sum()
    print(total)


def losses(data):
    model = torch.nn.Linear(3, 1)
    optimizer = torch.optim.SGD(model.parameters(), 0.1)
    total = 0
    for x in idist.auto_dataloader(data):
        optimizer.zero_grad()
        loss = model(x).pow(2).sum()
        loss.backward()
        optimizer.step()
        total += loss  # ! GL202
    print(total)


def passed_to_manual_seed(loader):
    model = torch.nn.Linear(3, 1)
    optimizer = torch.optim.SGD(model.parameters(), 0.1)
    for x in loader:
        optimizer.zero_grad()
        loss = model(x).pow(2).sum()
        manual_seed(loss)
        loss.backward(retain_graph=True)  # ! GL201
        optimizer.step()
