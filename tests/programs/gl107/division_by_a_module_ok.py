"""Arithmetic on the module that nn.Softplus(x) makes is a TypeError."""

import torch
from torch import nn

net = nn.Linear(4, 1)
try:
    for x in torch.randn(3, 5, 4):
        scale = nn.Softplus(net(x))
        loss = ((torch.randn(5, 1) / scale) ** 2).mean() + 1
        loss.backward()
except TypeError as error:
    print(error)
