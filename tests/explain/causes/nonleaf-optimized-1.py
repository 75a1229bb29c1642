"""A scaled tensor is the result of an operation, and the optimizer is given it."""

import torch

weight = torch.randn(3, requires_grad=True) * 0.1
optimizer = torch.optim.SGD([weight], lr=0.1)  # raises
