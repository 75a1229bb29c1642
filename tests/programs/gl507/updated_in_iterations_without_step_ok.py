"""The scale is updated only after a step."""

import torch
from torch import nn

model = nn.Linear(3, 1)
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
scaler = torch.amp.GradScaler("cpu")
for i, batch in enumerate(torch.randn(6, 8, 3)):
    loss = model(batch).pow(2).mean() / 2
    scaler.scale(loss).backward()
    if (i + 1) % 2 == 0:
        scaler.step(optimizer)
        scaler.update()
        optimizer.zero_grad()
