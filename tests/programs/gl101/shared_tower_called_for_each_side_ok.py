"""Both sides of a pair go through the same tower, each in a forward call with a graph of its own."""

import torch
import torch.nn.functional as F
from torch import nn

tower = nn.Sequential(nn.Linear(6, 8), nn.ReLU(), nn.Linear(8, 4))
optimizer = torch.optim.SGD(tower.parameters(), lr=0.1)
for anchor, other in zip(torch.randn(2, 5, 6), torch.randn(2, 5, 6)):
    near, far = tower(anchor), tower(other)
    anchor_norm = F.mse_loss(near, torch.zeros_like(near))
    other_norm = F.mse_loss(far, torch.ones_like(far))
    optimizer.zero_grad()
    anchor_norm.backward()
    other_norm.backward()
    optimizer.step()
