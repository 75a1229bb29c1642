"""A loop over a parameter iterates over views of it, and each is divided by its norm under `no_grad`."""

import torch
from torch import nn

model = nn.Sequential(nn.Linear(4, 8), nn.ReLU(), nn.Linear(8, 2))
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
for batch in range(3):
    optimizer.zero_grad()
    model(torch.randn(6, 4)).square().mean().backward()
    optimizer.step()
    with torch.no_grad():
        for row in model[0].weight:
            row /= row.norm()
