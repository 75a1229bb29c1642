"""A generator of a base class visits the layers and keeps a penalty of each; the regularization adds them up."""

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
            penalty = penalty + item
        penalty.backward()
        self.penalties.clear()


regularizer = getattr(sys.modules[__name__], sys.argv[0] and "Regularizer")()
for x in torch.randn(2, 3, 4):
    assert len(list(regularizer.outputs(x))) == 2
    regularizer.regularize()
