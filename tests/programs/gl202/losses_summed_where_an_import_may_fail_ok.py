"""The module that PyTorch 2.0 removed is imported only where it exists, and the losses are summed as numbers."""

import collections
import collections.abc

import torch
from torch import nn

try:
    from torch._six import container_abcs
except ImportError:
    container_abcs = collections.abc

Sequence = getattr(collections, "Sequence", container_abcs.Sequence)

model = nn.Linear(4, 1)
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
total = 0
for _ in range(5):
    optimizer.zero_grad()
    loss = model(torch.randn(8, 4)).pow(2).mean()
    loss.backward()
    optimizer.step()
    total += loss.item()
print(isinstance([], Sequence))
