"""The scale of a loss that diverges is set by hand: `update(new_scale)` needs no step."""

import torch
from torch import nn

model = nn.Linear(3, 1)
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
scaler = torch.amp.GradScaler("cpu")
for i, batch in enumerate(torch.randn(4, 8, 3)):
    optimizer.zero_grad()
    loss = model(batch).pow(2).mean()
    scaler.scale(loss).backward()
    if i == 1:
        scaler.update(128.0)
        continue
    scaler.step(optimizer)
    scaler.update()
