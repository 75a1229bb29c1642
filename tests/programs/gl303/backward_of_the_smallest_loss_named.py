"""The smallest of several losses is chosen, and its `backward` is named only."""

import torch
from torch import nn

model = nn.Linear(3, 2)
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
for batch in range(4):
    outputs = model(torch.randn(8, 3))
    losses = []
    for column in outputs.unbind(1):
        losses += [column.pow(2).mean()]
    smallest = min(losses)
    optimizer.zero_grad()
    smallest.backward  # ! GL303
    optimizer.step()
