"""ray: its backward is that of the loss."""

import ray.train.torch
import torch


def not_reset(loader):
    model = torch.nn.Linear(3, 1)
    optimizer = torch.optim.SGD(model.parameters(), 0.1)
    optimizer = ray.train.torch.prepare_optimizer(optimizer)
    for x in loader:
        loss = (model(x) ** 2).sum()
        ray.train.torch.backward(loss)  # ! GL501
        optimizer.step()


def reset(loader):
    model = torch.nn.Linear(3, 1)
    optimizer = torch.optim.SGD(model.parameters(), 0.1)
    optimizer = ray.train.torch.prepare_optimizer(optimizer)
    for x in loader:
        optimizer.zero_grad()
        loss = (model(x) ** 2).sum()
        ray.train.torch.backward(loss)
        optimizer.step()
