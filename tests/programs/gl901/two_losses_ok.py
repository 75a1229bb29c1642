"""The argument has its name of today."""

import torch
from torch import nn

net = nn.Linear(3, 2)
out = net(torch.randn(4, 3)).exp()
out[:, 0].sum().backward(retain_graph=True)
out[:, 1].sum().backward()
