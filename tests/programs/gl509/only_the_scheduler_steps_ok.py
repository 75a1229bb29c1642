"""The optimizer steps for each batch, and the scheduler for each epoch."""

import torch
from torch import nn

network = nn.Sequential(nn.Linear(4, 8), nn.ReLU(), nn.Linear(8, 2))
optimizer = torch.optim.AdamW(network.parameters(), lr=0.01)
scheduler = torch.optim.lr_scheduler.CosineAnnealingWarmRestarts(optimizer, T_0=3)
for epoch in range(3):
    for x, y in zip(torch.randn(2, 6, 4), torch.randint(2, (2, 6)), strict=True):
        optimizer.zero_grad()
        loss = nn.functional.cross_entropy(network(x), y)
        loss.backward()
        nn.utils.clip_grad_norm_(network.parameters(), 1.0)
        optimizer.step()
    scheduler.step()
    print(epoch, loss.item(), scheduler.get_last_lr())
