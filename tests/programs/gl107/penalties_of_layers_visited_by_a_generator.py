"""The regularization adds up the numbers of the penalties that a generator has kept: their sum has no graph."""

import sys

import torch
from torch import nn


class Visitor:
    def __init__(self):
        self.layers = [nn.Linear(4, 4), nn.Linear(4, 1)]
        self.penalties = []

    def outputs(self, x):
        for layer in self.layers:
            x = layer(x)
            self.penalties.append(x.abs().mean())
            yield x


class Regularizer(Visitor):
    def regularize(self):
        penalty = torch.zeros(())
        for item in self.penalties:
            penalty = penalty + float(item)
        penalty.backward()  # ! GL107
        self.penalties.clear()


regularizer = getattr(sys.modules[__name__], sys.argv[0] and "Regularizer")()
for x in torch.randn(2, 3, 4):
    assert len(list(regularizer.outputs(x))) == 2
    regularizer.regularize()
