"""The optimizer is given an image that requires no grad, and takes it; the loss over frozen features has no graph."""

import torch
import torch.nn.functional as F
from torch import nn

extractor = nn.Sequential(nn.Conv2d(3, 4, 3), nn.ReLU(), nn.Conv2d(4, 4, 3))
for weight in extractor.parameters():
    weight.requires_grad_(False)
content = torch.rand(1, 3, 8, 8)
goal = extractor(content)
image = torch.rand(1, 3, 8, 8)
optimizer = torch.optim.Adam([image], lr=0.02)
for _ in range(3):
    optimizer.zero_grad()
    loss = F.mse_loss(extractor(image), goal)
    loss.backward()  # ! GL107
    optimizer.step()
