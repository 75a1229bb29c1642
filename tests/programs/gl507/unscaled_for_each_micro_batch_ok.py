"""Gradients are accumulated over four batches, then unscaled and clipped once before the step."""

import torch
from torch import nn

network = nn.Sequential(nn.Linear(4, 6), nn.ReLU(), nn.Linear(6, 1))
optimizer = torch.optim.AdamW(network.parameters())
scaler = torch.amp.GradScaler("cpu")
every = 4
for number, batch in enumerate(torch.randn(8, 3, 4), start=1):
    with torch.autocast("cpu", dtype=torch.bfloat16):
        loss = network(batch).float().pow(2).mean() / every
    scaler.scale(loss).backward()
    if number % every == 0:
        scaler.unscale_(optimizer)
        nn.utils.clip_grad_norm_(network.parameters(), 1.0)
        scaler.step(optimizer)
        scaler.update()
        optimizer.zero_grad()
