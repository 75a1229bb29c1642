"""A disabled scaler only calls the optimizer: its stages do not matter."""

import torch
from torch import nn

model = nn.Linear(3, 1)
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
scaler = torch.amp.GradScaler("cpu", enabled=False)
scaler.update()
for batch in torch.randn(3, 8, 3):
    optimizer.zero_grad()
    model(batch).pow(2).mean().backward()
    scaler.unscale_(optimizer)
    scaler.unscale_(optimizer)
    scaler.step(optimizer)
