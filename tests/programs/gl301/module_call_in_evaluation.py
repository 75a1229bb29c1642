"""The class's own `__call__` records statistics, and evaluation builds a graph that nothing uses."""

import torch
from torch import nn


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.layer = nn.Linear(2, 1)

    def forward(self, x):
        return self.layer(x)

    def __call__(self, x):
        if not self.training:
            x = x - x.mean()
        return super().__call__(x)


def evaluate(net, loader):
    net.eval()
    total = 0.0
    for x in loader:
        total += net(x).sum().item()  # ! GL301
    return total


print(evaluate(Net(), [torch.randn(3, 2) for _ in range(4)]))
