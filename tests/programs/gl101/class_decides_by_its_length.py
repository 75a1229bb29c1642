"""An object without elements is false by its `__len__`, so the second backward runs."""

import torch
from torch import nn


class Buffer:
    def __init__(self):
        self.items = []

    def __len__(self):
        return len(self.items)

    def __contains__(self, item):
        return item in self.items


buffer = Buffer()
loss = nn.Linear(3, 1)(torch.randn(4, 3)).pow(2).mean()
loss.backward()
if not buffer:
    loss.backward()  # ! GL101
