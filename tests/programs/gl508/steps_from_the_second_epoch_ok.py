"""The scheduler steps at the start of each epoch but the first."""

import sys

import torch
from torch import nn

warmup = len(sys.argv) + 1
model = nn.Linear(3, 1)
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
scheduler = torch.optim.lr_scheduler.StepLR(optimizer, step_size=2)
plateau = torch.optim.lr_scheduler.ReduceLROnPlateau(optimizer)
for epoch in range(6):
    if epoch > warmup:
        scheduler.step()
    plateau.step(1.0)
    for x in torch.randn(2, 8, 3):
        optimizer.zero_grad()
        model(x).pow(2).mean().backward()
        optimizer.step()
