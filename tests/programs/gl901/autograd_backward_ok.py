"""The argument has its name of today."""

import torch

x = torch.randn(3, requires_grad=True)
y = (x**3).sum()
torch.autograd.backward([y], retain_graph=True)
y.backward()
