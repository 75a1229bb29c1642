"""The total is a tensor of zeros into which each loss is added in place, which autograd records like any addition."""

import torch
from torch import nn

wheel = nn.Linear(2, 1)
optimizer = torch.optim.SGD(wheel.parameters(), lr=0.1)
total = torch.zeros(1)
for road in torch.randn(6, 4, 2):
    loss = wheel(road).pow(2).mean()
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    total.add_(loss)  # ! GL202
print(total.item() / 6)
