"""A large batch has its graph in the first output, a small one in the second: the caller knows which it has passed."""

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
        return torch.zeros(x.shape[0], 1), self.small(x)


def train(net, x):
    _, value = net(x)
    value.sum().backward()


net = Both(64)
train(net, torch.randn(2, 64))
print(net.small.weight.grad.shape)
