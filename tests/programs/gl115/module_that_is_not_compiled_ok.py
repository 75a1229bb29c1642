"""The graph that is retained is that of the module itself, not of what torch.compile returned."""

import torch
from torch import nn

model = nn.Sequential(nn.Linear(4, 8), nn.ReLU(), nn.Linear(8, 1))
compiled = torch.compile(model, backend="aot_eager")
x = torch.randn(5, 4)
compiled(x).mean().backward()
output = model(x)
output.mean().backward(retain_graph=True)
output.pow(2).mean().backward()
