"""For images the first output has a graph, for vectors the second: the loss is computed from the one that has."""

import torch
from torch import nn


class Both(nn.Module):
    def __init__(self, width):
        super().__init__()
        self.conv = nn.Conv2d(3, 3, 1)
        self.linear = nn.Linear(width, 1)

    def forward(self, x):
        if x.ndim == 4:
            return self.conv(x), torch.zeros(x.shape[0], 1)
        return torch.zeros_like(x), self.linear(x)


net = Both(64)
_, value = net(torch.randn(2, 64))
value.sum().backward()
print(net.linear.weight.grad.shape)
