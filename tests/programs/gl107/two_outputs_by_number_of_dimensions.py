"""The second output is computed under no_grad in one case and data in the other: its backward has no graph to go through."""

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
        with torch.no_grad():
            return torch.zeros_like(x), self.linear(x)


net = Both(64)
_, value = net(torch.randn(2, 64))
value.sum().backward()  # ! GL107
print(net.linear.weight.grad.shape)
