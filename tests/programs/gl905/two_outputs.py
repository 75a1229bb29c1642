"""The seeds of two outputs are given as grad_variables, which is deprecated."""

import torch

x = torch.randn(3, requires_grad=True)
a, b = x.sin(), x.cos()
torch.autograd.backward([a, b], grad_variables=[torch.ones(3), torch.ones(3)])  # ! GL905
