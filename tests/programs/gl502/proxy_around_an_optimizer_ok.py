"""A proxy forwards what it does not define to its optimizer, and clears the gradients after the step."""

import torch
from torch import nn


class Proxy:
    def __init__(self, optimizer):
        self._optimizer = optimizer
        self.steps = 0

    def __getattr__(self, name):
        return getattr(self._optimizer, name)

    def step(self):
        self.steps += 1
        self._optimizer.step()


net = nn.Linear(3, 1)
optimizer = Proxy(torch.optim.SGD(net.parameters(), lr=0.1))
for _ in range(3):
    net(torch.randn(4, 3)).pow(2).mean().backward()
    optimizer.step()
    optimizer.zero_grad()
