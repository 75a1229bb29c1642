"""The model's gradients are zeroed between backward and step, in a method of its own."""

import torch
from torch import nn


class Runner:
    def __init__(self, model):
        self.model = model
        self.opt = torch.optim.SGD(model.parameters(), lr=0.1)

    def update(self):
        self.model.zero_grad()  # ! GL502
        self.opt.step()

    def run(self, data):
        for x in data:
            self.model(x).abs().mean().backward()
            self.update()


Runner(nn.Linear(3, 1)).run(torch.randn(3, 2, 3))
