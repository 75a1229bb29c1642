"""Module by module, the norms of a network are unfrozen after all was frozen, and the step changes them."""

import torch
from torch import nn

model = nn.Sequential(nn.Linear(4, 8), nn.LayerNorm(8), nn.ReLU(), nn.Linear(8, 2))
model.requires_grad_(False)
for module in model.modules():
    if isinstance(module, nn.LayerNorm):
        module.requires_grad_(True)
optimizer = torch.optim.Adam([p for p in model.parameters() if p.requires_grad], lr=0.1)
for x in torch.randn(3, 5, 4):
    optimizer.zero_grad()
    model(x).pow(2).mean().backward()
    optimizer.step()
