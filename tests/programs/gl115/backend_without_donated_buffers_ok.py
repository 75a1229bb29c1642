"""The backend "eager" compiles no backward pass."""

import torch
from torch import nn

model = torch.compile(nn.Sequential(nn.Linear(4, 8), nn.ReLU(), nn.Linear(8, 1)), backend="eager")
x = torch.randn(5, 4)
model(x).mean().backward()
output = model(x)
output.mean().backward(retain_graph=True)
output.pow(2).mean().backward()
