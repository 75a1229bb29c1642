"""The gradients are unscaled and clipped after the scaler has stepped, which has unscaled them itself."""

import torch
from torch import nn

model = nn.Linear(4, 1)
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
scaler = torch.amp.GradScaler("cpu")
for batch in torch.randn(3, 6, 4):
    optimizer.zero_grad()
    loss = model(batch).pow(2).mean()
    scaler.scale(loss).backward()
    scaler.step(optimizer)
    scaler.unscale_(optimizer)  # ! GL507
    nn.utils.clip_grad_norm_(model.parameters(), 1.0)
    scaler.update()
