"""The step comes before the model's gradients are zeroed."""

import torch
from torch import nn


class Runner:
    def __init__(self, model):
        self.model = model
        self.opt = torch.optim.SGD(model.parameters(), lr=0.1)

    def update(self):
        self.opt.step()
        self.model.zero_grad()

    def run(self, data):
        for x in data:
            self.model(x).abs().mean().backward()
            self.update()


Runner(nn.Linear(3, 1)).run(torch.randn(3, 2, 3))
