"""Horovod: ranks and sizes are numbers, and gathered tensors keep their graph."""

import horovod.torch as hvd
import torch


def passed_to_rank(loader):
    model = torch.nn.Linear(3, 1)
    optimizer = torch.optim.SGD(model.parameters(), 0.1)
    for x in loader:
        optimizer.zero_grad()
        loss = model(x).pow(2).sum()
        hvd.rank(loss)
        loss.backward(retain_graph=True)  # ! GL201
        optimizer.step()


def passed_to_size(loader):
    model = torch.nn.Linear(3, 1)
    optimizer = torch.optim.SGD(model.parameters(), 0.1)
    for x in loader:
        optimizer.zero_grad()
        loss = model(x).pow(2).sum()
        hvd.size(loss)
        loss.backward(retain_graph=True)  # ! GL201
        optimizer.step()


def passed_to_local_rank(loader):
    model = torch.nn.Linear(3, 1)
    optimizer = torch.optim.SGD(model.parameters(), 0.1)
    for x in loader:
        optimizer.zero_grad()
        loss = model(x).pow(2).sum()
        hvd.local_rank(loss)
        loss.backward(retain_graph=True)  # ! GL201
        optimizer.step()


def gathered(loader):
    model = torch.nn.Linear(3, 1)
    optimizer = torch.optim.SGD(model.parameters(), 0.1)
    total = 0
    for x in loader:
        optimizer.zero_grad()
        loss = model(x).pow(2).sum()
        loss.backward()
        optimizer.step()
        total += hvd.allgather(loss)  # ! GL202
    print(total)


def gathered_data(loader):
    model = torch.nn.Linear(3, 1)
    optimizer = torch.optim.SGD(model.parameters(), 0.1)
    total = 0
    for x in loader:
        optimizer.zero_grad()
        loss = model(x).pow(2).sum()
        loss.backward()
        optimizer.step()
        total += hvd.allgather(loss.detach())
    print(total)
