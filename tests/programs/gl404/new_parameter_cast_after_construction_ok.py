"""The values are cast before they become the parameter."""

import torch
from torch import nn

scale = nn.Parameter(torch.ones(3).double())
(scale * 2).sum().backward()
print(scale.grad)
