"""A defaultdict creates a window of a configured name for each task, which stores the errors of all batches with their graphs."""

import functools
from collections import defaultdict

import torch
from torch import nn


class Window:
    def __init__(self, unit):
        self.unit, self.errors = unit, []

    def __call__(self, error):
        self.errors.append(error)  # ! GL203


net = nn.Linear(4, 2)
optimizer = torch.optim.SGD(net.parameters(), lr=0.05)
windows = defaultdict(functools.partial(Window, "m"))
for step, batch in enumerate(torch.randn(6, 3, 4)):
    error = (net(batch) - batch[:, :2]).abs().mean()
    optimizer.zero_grad()
    error.backward()
    optimizer.step()
    windows["depth"](error)
print(sum(float(error) for error in windows["depth"].errors))
