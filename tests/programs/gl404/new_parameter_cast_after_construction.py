"""The cast returns a copy of the new parameter, which no optimizer can train."""

import torch
from torch import nn

scale = nn.Parameter(torch.ones(3)).double()
(scale * 2).sum().backward()
print(scale.grad)  # ! GL404
