"""The slices are written through a frozen weight, which is not a leaf that learns."""

import math

import torch
from torch import nn


def positional(length, size):
    table = nn.Embedding(length, size)
    table.weight.requires_grad_(False)
    position = torch.arange(length).unsqueeze(1)
    rate = torch.exp(torch.arange(0, size, 2) * (-math.log(10000.0) / size))
    table.weight[:, 0::2] = torch.sin(position * rate)
    table.weight[:, 1::2] = torch.cos(position * rate)
    return table


positions = positional(7, 4)
print(positions(torch.arange(3)).shape)
