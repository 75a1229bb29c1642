"""The model is frozen, but the input requires grad, which gives the loss its graph."""

import torch
from torch import nn

model = nn.Sequential(nn.Linear(4, 5), nn.Softplus(), nn.Linear(5, 1)).requires_grad_(False)
design = torch.zeros(4, requires_grad=True)
optimizer = torch.optim.Adam([design], lr=0.1)
for _ in range(4):
    optimizer.zero_grad()
    (-model(design)).backward()
    optimizer.step()
