"""A lazy layer has its parameters from the start; their first call gives them a shape."""

import torch
from torch import nn


model = nn.Sequential(nn.LazyLinear(4), nn.ReLU(), nn.LazyLinear(1))
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
for step in range(4):
    loss = model(torch.randn(8, 3)).pow(2).mean()
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
