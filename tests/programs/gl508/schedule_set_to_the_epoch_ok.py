"""A step with the number of the epoch sets the value of that epoch, and warm restarts are not checked: no value is skipped."""

import torch
from torch import nn

model = nn.Linear(3, 1)
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
scheduler = torch.optim.lr_scheduler.CosineAnnealingWarmRestarts(optimizer, T_0=4)
for epoch in range(6):
    scheduler.step(epoch)
    for x in torch.randn(2, 8, 3):
        optimizer.zero_grad()
        model(x).pow(2).mean().backward()
        optimizer.step()
