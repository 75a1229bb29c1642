"""torch_geometric: its bases are modules, and pooling keeps the graph."""

import torch
from torch_geometric import nn, seed_everything
from torch_geometric.nn import Aggregation, global_add_pool, global_max_pool


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.layer = torch.nn.Linear(3, 1)

    def compute(self, x):
        return self.layer(x)


class Summing(Aggregation):
    def __init__(self):
        super().__init__()
        self.layer = torch.nn.Linear(3, 1)

    def compute(self, x):
        return self.layer(x)


def of_module(loader):
    model = Net()
    model.eval()
    for x in loader:
        print(model(x))  # ! GL301


def of_aggregation(loader):
    model = Summing()
    model.eval()
    for x in loader:
        print(model(x))  # ! GL301


@torch.no_grad()
def without_grad(loader):
    model = Net()
    model.eval()
    for x in loader:
        print(model(x))


def added(loader):
    model = torch.nn.Linear(3, 1)
    optimizer = torch.optim.SGD(model.parameters(), 0.1)
    total = 0
    for x in loader:
        optimizer.zero_grad()
        loss = model(x).pow(2).sum()
        loss.backward()
        optimizer.step()
        total += global_add_pool(loss, x)  # ! GL202
    print(total)


def maximum(loader):
    model = torch.nn.Linear(3, 1)
    optimizer = torch.optim.SGD(model.parameters(), 0.1)
    total = 0
    for x in loader:
        optimizer.zero_grad()
        loss = model(x).pow(2).sum()
        loss.backward()
        optimizer.step()
        total += global_max_pool(loss, x)  # ! GL202
    print(total)


def added_data(loader):
    model = torch.nn.Linear(3, 1)
    optimizer = torch.optim.SGD(model.parameters(), 0.1)
    total = 0
    for x in loader:
        optimizer.zero_grad()
        loss = model(x).pow(2).sum()
        loss.backward()
        optimizer.step()
        total += global_add_pool(loss.detach(), x)
    print(total)


def passed_to_seed(loader):
    model = torch.nn.Linear(3, 1)
    optimizer = torch.optim.SGD(model.parameters(), 0.1)
    for x in loader:
        optimizer.zero_grad()
        loss = model(x).pow(2).sum()
        seed_everything(loss)
        loss.backward(retain_graph=True)  # ! GL201
        optimizer.step()
