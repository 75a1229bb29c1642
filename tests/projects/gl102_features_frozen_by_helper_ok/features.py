"""A feature extractor whose forward has branches, so that it is not inlined."""

from freezing import freeze
from torch import nn


class Features(nn.Module):
    def __init__(self, layers=2):
        super().__init__()
        if layers < 1:
            raise ValueError("layers")
        self.blocks = nn.ModuleList([nn.Sequential(nn.Linear(4, 4), nn.Tanh()) for _ in range(layers)])
        freeze(self)

    def forward(self, x):
        for block in self.blocks:
            x = block(x)
        return x
