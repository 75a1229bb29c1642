"""At the end of a chain of calls that is too long to be followed stands a function that zeroes the gradients."""

import torch
from torch import nn


class Trainer:
    def __init__(self, steps):
        self.steps = steps
        self.model = nn.Linear(3, 1)
        self.optimizer = torch.optim.SGD(self.model.parameters(), lr=0.1)

    def prepare(self):
        self.optimizer.zero_grad()

    def sixth(self):
        for _ in range(self.steps):
            self.prepare()
            self.model(torch.randn(8, 3)).pow(2).mean().backward()
            self.optimizer.step()

    def fifth(self):
        self.sixth()

    def fourth(self):
        self.fifth()

    def third(self):
        self.fourth()

    def second(self):
        self.third()

    def first(self):
        self.second()


Trainer(4).first()
