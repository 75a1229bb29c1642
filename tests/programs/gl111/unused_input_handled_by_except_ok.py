"""The program expects the error."""

import torch

used = torch.randn(3, requires_grad=True)
unused = torch.randn(3, requires_grad=True)
try:
    gradients = torch.autograd.grad((used**2).sum(), [used, unused])
except RuntimeError as error:
    print("as expected:", error)
