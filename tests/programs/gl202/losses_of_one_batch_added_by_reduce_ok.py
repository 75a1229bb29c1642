"""functools.reduce adds the losses of one pass with operator.add, for a single backward."""

import functools
import operator

import torch
from torch import nn

layers = nn.ModuleList([nn.Linear(3, 3) for _ in range(3)])
optimizer = torch.optim.SGD(layers.parameters(), lr=0.1)
for batch in torch.randn(3, 4, 3):
    losses = [layer(batch).pow(2).mean() for layer in layers]
    total = functools.reduce(operator.add, losses)
    optimizer.zero_grad()
    total.backward()
    optimizer.step()
