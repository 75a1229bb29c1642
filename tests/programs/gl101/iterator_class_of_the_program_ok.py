"""An object with `__next__` returns the same loss twice, and it is backpropagated once."""

import torch
from torch import nn


class Twice:
    def __init__(self, value):
        self.value, self.left = value, 2

    def __iter__(self):
        return self

    def __next__(self):
        if self.left == 0:
            raise StopIteration
        self.left -= 1
        return self.value


losses = Twice(nn.Linear(3, 1)(torch.randn(4, 3)).pow(2).mean())
next(losses).backward()
print(next(losses).item(), next(losses, None))
