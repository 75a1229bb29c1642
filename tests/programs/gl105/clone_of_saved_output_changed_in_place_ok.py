"""The tensor changed in place is a clone of the output that exp saved."""

import torch

rate = torch.randn(5, requires_grad=True)
decay = torch.exp(-rate)
shifted = decay.clone()
shifted[0] = 1.0
shifted.mul_(2)
shifted.sum().backward()
print(rate.grad)
