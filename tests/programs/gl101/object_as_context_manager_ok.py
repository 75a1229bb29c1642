"""The context manager's `__exit__` runs the only backward pass."""

import torch
from torch import nn


class Backpropagated:
    def __init__(self, loss):
        self.loss = loss

    def __enter__(self):
        return self.loss

    def __exit__(self, *error):
        self.loss.backward()


value = nn.Linear(3, 1)(torch.randn(4, 3)).pow(2).mean()
with Backpropagated(value) as loss:
    print(loss.item())
print(loss.item())
