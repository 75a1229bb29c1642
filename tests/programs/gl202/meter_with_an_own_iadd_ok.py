"""A meter defines `+=` and adds up numbers."""

import torch
from torch import nn


class Meter:
    def __init__(self):
        self.total = 0.0

    def __iadd__(self, value):
        self.total = self.total + value
        return self


net, meter = nn.Linear(3, 1), Meter()
for _ in range(5):
    loss = net(torch.randn(4, 3)).pow(2).mean()
    loss.backward()
    meter += loss.item()
print(meter.total)
