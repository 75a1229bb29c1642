"""retain_variables was renamed long ago, and autograd.backward takes it no more."""

import torch

x = torch.randn(3, requires_grad=True)
y = (x**3).sum()
torch.autograd.backward([y], retain_variables=True)  # ! GL901
y.backward()
