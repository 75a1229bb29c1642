"""The norm of a gradient is added to the loss after `detach()`, for the log: a constant is intended."""

import torch
from torch import nn

model = nn.Sequential(nn.Linear(3, 6), nn.Tanh(), nn.Linear(6, 1))
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
for batch in range(4):
    x = torch.randn(5, 3, requires_grad=True)
    error = model(x).square().mean()
    (gradient,) = torch.autograd.grad(error, x, retain_graph=True)
    loss = error + gradient.norm().detach()
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
