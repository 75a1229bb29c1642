"""A reentrant checkpoint of a function that detaches its result."""

import torch
from torch import nn
from torch.utils.checkpoint import checkpoint

layer = nn.Linear(4, 2)


def block(inputs):
    return layer(inputs).detach()


hidden = checkpoint(block, torch.randn(3, 4, requires_grad=True), use_reentrant=True)
hidden.sum().backward()  # raises
