"""`torch.autograd.grad()` through a reentrant checkpoint."""

import torch
from torch import nn
from torch.utils.checkpoint import checkpoint

layer = nn.Linear(4, 2)
inputs = torch.randn(3, 4, requires_grad=True)
hidden = checkpoint(layer, inputs, use_reentrant=True)
(gradient,) = torch.autograd.grad(hidden.sum(), inputs)  # raises
