"""The scaler is disabled: the gradients are not scaled."""

import torch
from torch import nn

model = nn.Linear(3, 1)
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
scaler = torch.amp.GradScaler("cpu", enabled=False)
for x in torch.randn(5, 8, 3):
    optimizer.zero_grad()
    scaler.scale(model(x).pow(2).mean()).backward()
    nn.utils.clip_grad_norm_(model.parameters(), 1.0)
    scaler.step(optimizer)
    scaler.update()
