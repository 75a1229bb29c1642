"""A result of a layer is not a leaf, so that its flag cannot be changed."""

import torch
from torch import nn


def _frozen(values):
    layer = nn.Linear(4, 4)
    result = layer(values)
    result.requires_grad = False  # ! GL112
    return result


_frozen(torch.ones(2, 4))
