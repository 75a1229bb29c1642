"""accelerate: what reduce returns has a graph."""

import torch
from accelerate import Accelerator


def kept(loader):
    model = torch.nn.Linear(3, 1)
    optimizer = torch.optim.SGD(model.parameters(), 0.1)
    accelerator = Accelerator()
    total = 0
    for x in loader:
        optimizer.zero_grad()
        loss = (model(x) ** 2).sum()
        loss.backward()
        optimizer.step()
        total += accelerator.reduce(loss)  # ! GL202
    print(total)


def counted(loader):
    model = torch.nn.Linear(3, 1)
    optimizer = torch.optim.SGD(model.parameters(), 0.1)
    accelerator = Accelerator()
    total = 0
    for x in loader:
        optimizer.zero_grad()
        loss = (model(x) ** 2).sum()
        loss.backward()
        optimizer.step()
        total += accelerator.reduce(loss.detach())
    print(total)
