"""The gradient is that of a fixed model, which nothing trains: its term is a constant in any case."""

import torch
from torch import nn

guide, model = nn.Linear(3, 1), nn.Linear(3, 1)
guide.requires_grad_(False)
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
for batch in range(4):
    x = torch.randn(5, 3, requires_grad=True)
    (slopes,) = torch.autograd.grad(guide(x).square().sum(), x)
    loss = model(x).square().mean() + slopes.square().mean()
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
