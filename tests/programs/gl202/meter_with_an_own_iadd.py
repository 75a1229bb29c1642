"""A meter defines `+=` and adds up losses with their graphs."""

import torch
from torch import nn


class Meter:
    def __init__(self):
        self.total = 0.0

    def __iadd__(self, value):
        self.total = self.total + value  # ! GL202
        return self


net, meter = nn.Linear(3, 1), Meter()
for _ in range(5):
    loss = net(torch.randn(4, 3)).pow(2).mean()
    loss.backward()
    meter += loss
print(meter.total)
