"""Only the scaler steps the optimizer."""

import torch
from torch import nn


def update(scaler, optimizer, loss):
    scaler.scale(loss).backward()
    scaler.step(optimizer)
    scaler.update()


model = nn.Linear(3, 1)
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
scaler = torch.amp.GradScaler("cpu", 256.0)
for batch in torch.randn(3, 8, 3):
    optimizer.zero_grad()
    update(scaler, optimizer, model(batch).pow(2).mean())
