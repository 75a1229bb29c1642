"""Data is scaled by a parameter that is trained: it has a graph then, and its flag cannot be cleared."""

import torch
from torch import nn

torch.manual_seed(0)
scale = nn.Parameter(torch.ones(()))


def scaled():
    data = torch.randn(3)
    data.mul_(scale)
    data.requires_grad = False  # ! GL112
    return data


print(scaled())
