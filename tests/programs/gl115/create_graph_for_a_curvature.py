"""`create_graph=True` retains the compiled graph, too."""

import torch
from torch import nn

model = nn.Sequential(nn.Linear(3, 8), nn.Tanh(), nn.Linear(8, 1))
fast = torch.compile(model, backend="aot_eager")
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
x = torch.randn(4, 3)
for _ in range(2):
    optimizer.zero_grad()
    fast(x).pow(2).mean().backward()
    optimizer.step()
slopes = torch.autograd.grad(fast(x).pow(2).mean(), list(model.parameters()), create_graph=True)  # ! GL115
print(sum(slope.pow(2).sum() for slope in slopes).item())
