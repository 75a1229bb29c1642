"""The function's keyword is retain_graph."""

import torch
from torch import autograd

heights = torch.rand(3, requires_grad=True)
water = heights.exp()
low, high = water.min(), water.max()
autograd.backward([low], retain_graph=True)
autograd.backward([high])
print(heights.grad)
