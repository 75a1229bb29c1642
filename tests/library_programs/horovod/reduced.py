"""horovod: allreduce is differentiable."""

import horovod.torch as hvd
import torch


def kept(loader):
    model = torch.nn.Linear(3, 1)
    optimizer = torch.optim.SGD(model.parameters(), 0.1)
    total = 0
    for x in loader:
        optimizer.zero_grad()
        loss = (model(x) ** 2).sum()
        loss.backward()
        optimizer.step()
        total += hvd.allreduce(loss)  # ! GL202
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
        total += hvd.allreduce(loss.detach())
    print(total)
