"""The scaler unscales the gradients, and the optimizer steps itself if they are finite."""

import torch
from torch import nn

model = nn.Linear(3, 1)
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
scaler = torch.amp.GradScaler("cpu")
for batch in torch.randn(3, 8, 3):
    optimizer.zero_grad()
    scaler.scale(model(batch).pow(2).mean()).backward()
    scaler.unscale_(optimizer)
    norm = nn.utils.clip_grad_norm_(model.parameters(), 1.0)
    if torch.isfinite(norm):
        optimizer.step()
    scaler.update()
