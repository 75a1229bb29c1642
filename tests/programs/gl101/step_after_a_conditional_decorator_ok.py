"""A method of a class in a class: the outer body has two paths after a decorator, and the inner method is wrapped on both; it runs one backward."""

import os

import torch
from torch import nn


def chosen(function):
    names = os.environ.get("NAMES", "")
    if not names:
        return function
    return staticmethod(function) if len(names) > 3 else torch.no_grad()(function)


def counted(function):
    calls = [0]

    def wrapper(*arguments):
        calls[0] += 1
        return function(*arguments)

    return wrapper


class Experiment:
    @chosen
    def describe(self):
        return "experiment"

    class Trainer:
        def __init__(self, model):
            self.model = model
            self.optimizer = torch.optim.SGD(model.parameters(), lr=0.1)

        @counted
        def step(self, batch):
            loss = self.model(batch).square().mean()
            self.optimizer.zero_grad()
            loss.backward()
            self.optimizer.step()


Experiment.Trainer(nn.Linear(3, 1)).step(torch.randn(4, 3))
