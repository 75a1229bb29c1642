"""A size of -1 stands for what is left: of a single number, one."""

import torch
from torch import nn

layer = nn.Linear(1, 1)
layer(torch.ones(1).reshape(-1, 1)).backward()
layer(torch.ones(1).view(1, -1)).backward()
layer(torch.ones(1, 1)).view(-1).backward()
print(layer.weight.grad.item())
