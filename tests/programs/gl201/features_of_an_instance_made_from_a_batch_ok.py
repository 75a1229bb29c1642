"""A method of an object that is made from a model and a batch returns the features of its layers: deeper ones need the retained graphs."""

import sys
import types

import torch
from torch import nn

maps = types.ModuleType("maps")
exec(
    """
class Pyramid:
    def __init__(self, model, batch):
        self.model, self.batch = model, batch

    def levels(self):
        first = self.model(self.batch).exp()
        return [first, first.tanh()], []
""",
    maps.__dict__,
)
sys.modules["maps"] = maps
from maps import Pyramid


def fit(model, batches):
    for batch in batches:
        pyramid = Pyramid(model, batch)
        levels, _ = pyramid.levels()
        for level in levels:
            level.sum().backward(retain_graph=True)


eval("fit")(nn.Linear(3, 3), [torch.randn(2, 3) for _ in range(2)])
