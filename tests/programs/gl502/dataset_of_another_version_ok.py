"""Gradients are reset after the step; the constructor of the data is replaced by that of a newer version."""

import torch
from torch import nn


class Pairs:
    def __init__(self, count):
        self.inputs, self.labels = torch.randn(count, 3), torch.zeros(count, dtype=torch.long)


def newer(self, count, transforms):
    self.inputs, self.labels = transforms(torch.randn(count, 3)), torch.zeros(count, dtype=torch.long)


type.__setattr__(Pairs, "__init__", newer)

data = Pairs(count=8, transforms=torch.tanh)
model = nn.Linear(3, 2)
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
for _ in range(4):
    loss = nn.functional.cross_entropy(model(data.inputs), data.labels)
    loss.backward()
    optimizer.step()
    optimizer.zero_grad()
