"""The gradients are unscaled only after they are clipped."""

import torch
from torch import nn

model = nn.Linear(3, 1)
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
scaler = torch.amp.GradScaler("cpu")
for x in torch.randn(5, 8, 3):
    loss = model(x).pow(2).mean()
    optimizer.zero_grad()
    scaler.scale(loss).backward()
    norm = nn.utils.clip_grad_norm_(model.parameters(), max_norm=5.0)  # ! GL506
    scaler.unscale_(optimizer)
    print(float(norm))
    scaler.step(optimizer)
    scaler.update()
