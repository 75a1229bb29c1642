"""A generator yields the parameters of parts by chance, so that the optimizer may own none of them: it is reset after each step."""

import random

import torch
from torch import nn

parts = [nn.Linear(3, 3), nn.Linear(3, 3), nn.Linear(3, 3)]


def some():
    for part in parts:
        if random.random() < 2:
            yield from part.parameters()


optimizer = torch.optim.SGD(some(), lr=0.1)
for _ in range(3):
    x = torch.randn(4, 3)
    for part in parts:
        x = torch.tanh(part(x))
    x.pow(2).mean().backward()
    optimizer.step()
    optimizer.zero_grad()
