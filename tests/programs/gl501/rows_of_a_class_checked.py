"""Gradients are never reset; before the training, the script checks the rows that it has found under unknown keys."""

import collections

import torch
from torch import nn

labels = [number % 2 for number in range(80)]
rows = collections.defaultdict(list)
for index, label in enumerate(labels):
    if len(rows[label]) < 20:
        rows[label].append(index)
if len(rows[0]) != 20:
    raise RuntimeError("too few rows of the first class")
model = nn.Linear(3, 2)
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
for _ in range(4):
    loss = model(torch.randn(80, 3)[rows[0]]).pow(2).mean()
    loss.backward()  # ! GL501
    optimizer.step()
