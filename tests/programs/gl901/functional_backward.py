"""autograd.backward has lost the old keyword, too."""

import torch
from torch import autograd

heights = torch.rand(3, requires_grad=True)
water = heights.exp()
low, high = water.min(), water.max()
autograd.backward([low], retain_variables=True)  # ! GL901
autograd.backward([high])
print(heights.grad)
