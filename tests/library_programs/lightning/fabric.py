"""Lightning Fabric: its context managers leave grad mode as it is, and its backward frees the graph."""

import lightning as L
import torch


def in_rank_zero_first(loader):
    fabric = L.Fabric()
    model = torch.nn.Linear(3, 1)
    model.eval()
    for x in loader:
        with fabric.rank_zero_first():
            print(model(x))  # ! GL301


def in_init_module(loader):
    fabric = L.Fabric()
    model = torch.nn.Linear(3, 1)
    model.eval()
    for x in loader:
        with fabric.init_module():
            print(model(x))  # ! GL301


def in_init_tensor(loader):
    fabric = L.Fabric()
    model = torch.nn.Linear(3, 1)
    model.eval()
    for x in loader:
        with fabric.init_tensor():
            print(model(x))  # ! GL301


def without_grad(loader):
    fabric = L.Fabric()
    model = torch.nn.Linear(3, 1)
    model.eval()
    for x in loader:
        with fabric.init_module(), torch.no_grad():
            print(model(x))


def twice(loader):
    fabric = L.Fabric()
    model = torch.nn.Linear(3, 1)
    optimizer = torch.optim.SGD(model.parameters(), 0.1)
    for x in loader:
        optimizer.zero_grad()
        loss = model(x).pow(2).sum()
        fabric.backward(loss)
        fabric.backward(loss)  # ! GL101
        optimizer.step()


def twice_retained(loader):
    fabric = L.Fabric()
    model = torch.nn.Linear(3, 1)
    optimizer = torch.optim.SGD(model.parameters(), 0.1)
    for x in loader:
        optimizer.zero_grad()
        loss = model(x).pow(2).sum()
        fabric.backward(loss, retain_graph=True)
        fabric.backward(loss)
        optimizer.step()
