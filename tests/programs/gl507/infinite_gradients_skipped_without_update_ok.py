"""A batch with infinite gradients is skipped after they were unscaled, and the scale is updated."""

import torch
from torch import nn

model = nn.Linear(3, 1)
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
scaler = torch.amp.GradScaler("cpu")
batches = torch.randn(4, 8, 3)
batches[1, 0] = float("inf")
for batch in batches:
    loss = model(batch).pow(2).mean()
    scaler.scale(loss).backward()
    scaler.unscale_(optimizer)
    norm = nn.utils.clip_grad_norm_(model.parameters(), 1.0)
    if not torch.isfinite(norm):
        optimizer.zero_grad()
        scaler.update()
        continue
    scaler.step(optimizer)
    scaler.update()
    optimizer.zero_grad()
