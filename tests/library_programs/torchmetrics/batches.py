"""torchmetrics: the value of a batch has a graph."""

import torch
from torchmetrics import SumMetric


def kept(loader):
    model = torch.nn.Linear(3, 1)
    optimizer = torch.optim.SGD(model.parameters(), 0.1)
    metric = SumMetric()
    total = 0
    for x in loader:
        optimizer.zero_grad()
        loss = (model(x) ** 2).sum()
        loss.backward()
        optimizer.step()
        total += metric(loss)  # ! GL202
    print(total)


def counted(loader):
    model = torch.nn.Linear(3, 1)
    optimizer = torch.optim.SGD(model.parameters(), 0.1)
    metric = SumMetric()
    total = 0
    for x in loader:
        optimizer.zero_grad()
        loss = (model(x) ** 2).sum()
        loss.backward()
        optimizer.step()
        total += metric(loss.detach())
    print(total)
