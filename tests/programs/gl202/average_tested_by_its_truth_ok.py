"""The moving average is one of numbers."""

import torch
from torch import nn

model = nn.Linear(3, 1)
optimizer = torch.optim.Adam(model.parameters())
average = None
for _ in range(4):
    loss = model(torch.randn(4, 3)).square().mean()
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    if average:
        average = 0.9 * average + 0.1 * loss.item()
    else:
        average = loss.item()
