"""A helper returns a pair of losses, of which one is data: which one depends on the size of the batch."""

import torch
from torch import nn


def losses(net, x):
    if x.size(0) > 4:
        return net(x).pow(2).mean(), torch.zeros(())
    return torch.zeros(()), net(x).abs().mean()


def train(net, x):
    _, small = losses(net, x)
    small.backward()


net = nn.Linear(64, 1)
train(net, torch.randn(2, 64))
print(net.weight.grad.shape)
