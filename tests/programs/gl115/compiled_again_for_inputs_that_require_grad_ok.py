"""The call with inputs that require grad is compiled separately, and its first backward pass retains the graph."""

import torch
from torch import nn

model = torch.compile(nn.Sequential(nn.Linear(4, 8), nn.ReLU(), nn.Linear(8, 1)), backend="aot_eager")
model(torch.randn(5, 4)).mean().backward()
x = torch.randn(5, 4, requires_grad=True)
output = model(x)
output.mean().backward(retain_graph=True)
output.pow(2).mean().backward()
print(x.grad.norm().item())
