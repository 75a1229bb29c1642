"""The new layer's weight is that of an older layer, which the optimizer owns."""

import torch
from torch import nn


model = nn.Sequential(nn.Linear(3, 3, bias=False), nn.ReLU(), nn.Linear(3, 3, bias=False))
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
model[2].weight = model[0].weight
for step in range(4):
    loss = model(torch.randn(8, 3)).pow(2).mean()
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
