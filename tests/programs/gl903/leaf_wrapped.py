"""Variable makes a leaf with requires_grad, which the tensor itself can be set to."""

import torch
from torch import autograd

image = autograd.Variable(torch.rand(1, 4), requires_grad=True)  # ! GL903
image.pow(2).sum().backward()
print(image.grad)
