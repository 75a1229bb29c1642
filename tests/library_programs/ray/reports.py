"""ray: a report keeps no graph."""

import ray
import ray.train
import torch


def passed_to_report(loader):
    model = torch.nn.Linear(3, 1)
    optimizer = torch.optim.SGD(model.parameters(), 0.1)
    for x in loader:
        optimizer.zero_grad()
        loss = model(x).pow(2).sum()
        ray.train.report(loss)
        loss.backward(retain_graph=True)  # ! GL201
        optimizer.step()


def used_again(loader):
    model = torch.nn.Linear(3, 1)
    optimizer = torch.optim.SGD(model.parameters(), 0.1)
    for x in loader:
        optimizer.zero_grad()
        loss = model(x).pow(2).sum()
        ray.train.report(loss)
        loss.backward(retain_graph=True)
        loss.pow(2).backward()
        optimizer.step()
