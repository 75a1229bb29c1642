"""A class of loss terms defines addition, and the sum alone is backpropagated."""

import torch
from torch import nn


class Term:
    def __init__(self, value):
        self.value = value

    def __add__(self, other):
        return Term(self.value + getattr(other, "value", other))

    __radd__ = __add__

    def __mul__(self, factor):
        return Term(self.value * factor)

    __rmul__ = __mul__


net = nn.Linear(3, 1)
first, second = (Term(net(torch.randn(4, 3)).pow(2).mean()) for _ in range(2))
total = sum([first, 0.5 * second])
total.value.backward()
print(second.value.item())
