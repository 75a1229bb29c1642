"""The graph is split at a detached leaf, and the upper half's gradient is passed to the lower half's backward."""

import torch
from torch import nn

lower, upper = nn.Sequential(nn.Linear(4, 6), nn.Tanh()), nn.Linear(6, 1)
optimizer = torch.optim.SGD([*lower.parameters(), *upper.parameters()], lr=0.1)
for batch in torch.randn(3, 5, 4):
    activation = lower(batch)
    boundary = activation.detach().requires_grad_()
    loss = upper(boundary).pow(2).mean()
    optimizer.zero_grad()
    loss.backward()
    activation.backward(boundary.grad)
    optimizer.step()
