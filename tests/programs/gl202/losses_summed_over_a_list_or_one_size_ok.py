"""A list of sizes is a sequence and an iterable, whichever class it is compared with: the losses are summed as numbers."""

import collections.abc
from collections.abc import Iterable
from typing import Sequence

import torch
from torch import nn


def sizes_of(value):
    if not isinstance(value, Iterable):
        raise TypeError(value)
    if isinstance(value, dict) or not isinstance(value, (Sequence, dict)):
        raise TypeError(value)
    assert isinstance(value, collections.abc.Sequence)
    return value


model = nn.Linear(4, 1)
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
total = 0
for size in sizes_of([2, 4, 8, 16, 32]):
    optimizer.zero_grad()
    loss = model(torch.randn(size, 4)).pow(2).mean()
    loss.backward()
    optimizer.step()
    total += loss.item()
