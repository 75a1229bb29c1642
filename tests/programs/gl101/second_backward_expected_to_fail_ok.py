"""A demonstration calls backward twice on purpose and handles the error that PyTorch raises."""

import torch

weight = torch.randn(3, requires_grad=True)
energy = (weight * weight).sum()
energy.backward()
try:
    energy.backward()
except RuntimeError as error:
    print("as expected:", str(error)[:44])
