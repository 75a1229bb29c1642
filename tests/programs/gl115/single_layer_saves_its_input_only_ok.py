"""A compiled linear layer saves its input and its weight, which the graph does not own."""

import torch
from torch import nn

layer = torch.compile(nn.Linear(4, 1), backend="aot_eager")
x = torch.randn(5, 4)
layer(x).mean().backward()
output = layer(x)
output.mean().backward(retain_graph=True)
output.pow(2).mean().backward()
