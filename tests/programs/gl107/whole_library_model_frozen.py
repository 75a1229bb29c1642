"""All of the network is frozen and nothing unfrozen again, so its loss has no graph."""

import torch
from torch import nn

model = nn.Sequential(nn.Linear(4, 8), nn.LayerNorm(8), nn.ReLU(), nn.Linear(8, 2))
for param in model.parameters():
    param.requires_grad = False
optimizer = torch.optim.Adam(model.parameters(), lr=0.1)
for x in torch.randn(3, 5, 4):
    optimizer.zero_grad()
    loss = model(x).pow(2).mean()
    loss.backward()  # ! GL107
    optimizer.step()
