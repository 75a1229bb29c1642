"""`autograd.grad` frees the compiled graph each time."""

import torch
from torch import nn

model = torch.compile(nn.Sequential(nn.Linear(4, 6), nn.Sigmoid(), nn.Linear(6, 1)), backend="aot_eager")
parameters = list(model.parameters())
x = torch.randn(3, 4)
print(sum(g.norm() for g in torch.autograd.grad(model(x).mean(), parameters)).item())
value = model(x)
kept = torch.autograd.grad(value.mean(), parameters)
print(sum(g.norm() for g in kept).item())
