"""Two losses share a graph, and the first retains it by a keyword that was removed."""

import torch
from torch import nn

net = nn.Linear(3, 2)
out = net(torch.randn(4, 3)).exp()
out[:, 0].sum().backward(retain_variables=True)  # ! GL901
out[:, 1].sum().backward()
