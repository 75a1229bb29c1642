"""The layer is added before the optimizer is constructed."""

import torch
from torch import nn

model = nn.Sequential()
model.add_module("input", nn.Linear(3, 4))
model.add_module("output", nn.Linear(4, 1))
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
for step in range(4):
    loss = model(torch.randn(8, 3)).pow(2).mean()
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
