"""Autocast and a GradScaler: the gradients are unscaled and clipped after the step that uses them."""

import torch
from torch import nn

model = nn.Linear(4, 1)
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
scaler = torch.amp.GradScaler("cpu")
for batch in torch.randn(3, 6, 4):
    with torch.autocast("cpu", dtype=torch.bfloat16):
        loss = model(batch).float().pow(2).mean()
    optimizer.zero_grad()
    scaler.scale(loss).backward()
    scaler.step(optimizer)
    nn.utils.clip_grad_norm_(model.parameters(), 1.0)  # ! GL504
    scaler.update()
