"""The base class resets and backpropagates, and a subclass steps in a method that the base class leaves empty."""

import torch
from torch import nn


class Trainer:
    def __init__(self, model):
        self.model = model
        self.optimizer = torch.optim.SGD(model.parameters(), lr=0.1)

    def fit(self, batches):
        for batch in batches:
            self.optimizer.zero_grad()
            self.model(batch).pow(2).mean().backward()
            self.after_backward()

    def after_backward(self):
        pass


class SteppingTrainer(Trainer):
    def after_backward(self):
        self.optimizer.step()


SteppingTrainer(nn.Linear(3, 1)).fit(torch.randn(4, 8, 3))
