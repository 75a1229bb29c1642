"""The argument has its name of today."""

import torch

x = torch.randn(3, requires_grad=True)
a, b = x.sin(), x.cos()
torch.autograd.backward([a, b], grad_tensors=[torch.ones(3), torch.ones(3)])
