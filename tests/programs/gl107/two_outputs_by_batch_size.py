"""The second output is computed under no_grad in one case and data in the other: its backward has no graph to go through."""

import torch
from torch import nn


class Both(nn.Module):
    def __init__(self, width):
        super().__init__()
        self.large = nn.Linear(width, 1)
        self.small = nn.Linear(width, 1)

    def forward(self, x):
        if x.shape[0] > 4:
            return self.large(x), torch.zeros(x.shape[0], 1)
        with torch.no_grad():
            return torch.zeros(x.shape[0], 1), self.small(x)


def train(net, x):
    _, value = net(x)
    value.sum().backward()  # ! GL107


net = Both(64)
train(net, torch.randn(2, 64))
print(net.small.weight.grad.shape)
