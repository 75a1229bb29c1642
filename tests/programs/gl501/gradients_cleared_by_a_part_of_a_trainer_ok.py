"""A trainer leaves the reset to a part of itself, which holds the parameters, by way of several methods."""

import torch
from torch import nn


class Gradients:
    def __init__(self, parameters):
        self.parameters = list(parameters)

    def begin(self):
        self.prepare(3)

    def prepare(self, depth):
        if depth:
            self.prepare(depth - 1)
        else:
            for parameter in self.parameters:
                parameter.grad = None


class Trainer:
    def __init__(self, model):
        self.model = model
        self.gradients = Gradients(model.parameters())
        self.optimizer = torch.optim.SGD(model.parameters(), lr=0.1)

    def fit(self, batches):
        for batch in batches:
            self.gradients.begin()
            loss = self.model(batch).square().mean()
            loss.backward()
            self.optimizer.step()


Trainer(nn.Linear(3, 1)).fit([torch.randn(4, 3) for _ in range(4)])
