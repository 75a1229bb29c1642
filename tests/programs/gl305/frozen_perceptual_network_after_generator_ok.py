"""The perceptual network is frozen and in evaluation mode, and the generator's gradient must pass through it."""

import torch
import torch.nn.functional as F
from torch import nn

perception = nn.Sequential(nn.Conv2d(1, 3, 3), nn.ReLU(), nn.Conv2d(3, 3, 3)).eval().requires_grad_(False)
upscale = nn.Sequential(nn.Upsample(scale_factor=2), nn.Conv2d(1, 1, 3, padding=1))
optimizer = torch.optim.Adam(upscale.parameters(), lr=1e-3)
for small, large in zip(torch.rand(2, 2, 1, 4, 4), torch.rand(2, 2, 1, 8, 8)):
    loss = F.mse_loss(perception(upscale(small)), perception(large))
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
