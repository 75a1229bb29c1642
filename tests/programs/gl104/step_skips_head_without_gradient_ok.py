"""The optimizer owns both heads, but a step skips those without a gradient: the second loss finds its weights as saved."""

import torch
from torch import nn

trunk = nn.Linear(4, 6).requires_grad_(False)
heads = nn.ModuleList([nn.Sequential(nn.Linear(6, 5), nn.Tanh(), nn.Linear(5, 1)) for _ in range(2)])
optimizer = torch.optim.SGD(heads.parameters(), lr=0.1)
for batch in torch.randn(3, 7, 4):
    features = trunk(batch)
    near, far = (head(features).pow(2).mean() for head in heads)
    for loss in (near, far):
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
