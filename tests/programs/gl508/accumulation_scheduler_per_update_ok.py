"""With gradient accumulation, the scheduler of each update steps after the optimizer."""

import torch
from torch import nn
from torch.optim import lr_scheduler

accumulate = 2
model = nn.Sequential(nn.Linear(3, 4), nn.Tanh(), nn.Linear(4, 1))
optimizer = torch.optim.AdamW(model.parameters(), lr=1e-3)
scheduler = lr_scheduler.LinearLR(optimizer, total_iters=4)
for i in range(8):
    loss = model(torch.randn(8, 3)).pow(2).mean() / accumulate
    loss.backward()
    if (i + 1) % accumulate == 0:
        optimizer.step()
        scheduler.step()
        optimizer.zero_grad()
