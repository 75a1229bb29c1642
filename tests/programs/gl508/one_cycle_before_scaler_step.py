"""The one-cycle schedule steps before the scaler steps the optimizer."""

import torch
from torch import nn

model = nn.Linear(3, 1)
optimizer = torch.optim.SGD(model.parameters(), lr=0.01)
scheduler = torch.optim.lr_scheduler.OneCycleLR(optimizer, max_lr=0.1, total_steps=20)
scaler = torch.amp.GradScaler("cpu")
for batch in range(5):
    optimizer.zero_grad()
    loss = model(torch.randn(8, 3)).pow(2).mean()
    scaler.scale(loss).backward()
    scheduler.step()  # ! GL508
    scaler.step(optimizer)
    scaler.update()
