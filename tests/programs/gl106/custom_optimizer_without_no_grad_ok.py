"""The step is decorated."""

import torch
from torch import nn


class Momentum:
    def __init__(self, parameters, lr, keep=0.9):
        self.slots = [(parameter, torch.zeros_like(parameter)) for parameter in parameters]
        self.lr, self.keep = lr, keep

    def zero_grad(self):
        for parameter, _ in self.slots:
            parameter.grad = None

    @torch.no_grad
    def step(self):
        for parameter, speed in self.slots:
            speed.mul_(self.keep).add_(parameter.grad)
            parameter.sub_(self.lr * speed)


network = nn.Linear(3, 1)
optimizer = Momentum(network.parameters(), lr=0.01)
for batch in torch.randn(3, 4, 3):
    optimizer.zero_grad()
    network(batch).pow(2).mean().backward()
    optimizer.step()
