"""Chunks of data without a graph are changed in place by numbers and other data."""

import torch
from torch import nn

model = nn.Linear(2, 1)
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
boxes = torch.rand(5, 4)
corner, size = boxes.split(2, dim=1)
size *= 0.5
corner -= size
for row in boxes:
    row /= row.sum()
with torch.no_grad():
    last = boxes[-1]
last += 1
model(corner).mean().backward()
optimizer.step()
