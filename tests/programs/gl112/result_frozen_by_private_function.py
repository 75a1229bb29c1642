"""A result of a layer is no leaf; that of a copy into a tensor without grad is none either."""

import torch
from torch import nn


def _frozen(values):
    layer = nn.Linear(4, 4)
    result = layer(values)
    result.requires_grad = False  # ! GL112
    return result


_frozen(torch.ones(2, 4))
