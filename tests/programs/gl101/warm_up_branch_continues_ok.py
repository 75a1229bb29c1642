"""The warm-up branch steps and continues with the next batch: the later loss of its iteration is never built."""

import torch
import torch.nn.functional as F
from torch import nn

generator = nn.Sequential(nn.Linear(3, 6), nn.ReLU(), nn.Linear(6, 3))
critic = nn.Sequential(nn.Linear(3, 6), nn.LeakyReLU(0.2), nn.Linear(6, 1)).requires_grad_(False)
optimizer = torch.optim.Adam(generator.parameters())
warm_up = 2
for number, batch in enumerate(torch.randn(4, 5, 3)):
    sharp = generator(batch)
    optimizer.zero_grad()
    pixel_loss = F.l1_loss(sharp, batch)
    if number < warm_up:
        pixel_loss.backward()
        optimizer.step()
        continue
    loss = pixel_loss - 1e-2 * critic(sharp).mean()
    loss.backward()
    optimizer.step()
