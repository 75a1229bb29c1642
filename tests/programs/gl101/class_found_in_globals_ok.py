"""globals() gives the class by its name, and the one that is called measures no graph."""

import torch
from torch import nn


class Smooth:
    def __call__(self, value):
        return value.diff().pow(2).mean()


class Level:
    def __call__(self, value):
        return torch.ones(()) * value.numel()


output = nn.Linear(3, 5)(torch.randn(4, 3)).sigmoid()
output.mean().backward()
terms = [globals()[name]() for name in ("Smooth", "Level")]
print(terms[1](output))
