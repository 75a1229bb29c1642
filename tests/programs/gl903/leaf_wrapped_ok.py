"""The tensor itself is set to require grad."""

import torch
from torch import autograd

image = torch.rand(1, 4).requires_grad_()
image.pow(2).sum().backward()
print(image.grad)
