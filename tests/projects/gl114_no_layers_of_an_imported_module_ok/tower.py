"""A tower of layers."""

from torch import nn


class Tower(nn.Module):
    def __init__(self):
        super().__init__()
        self.layers = nn.ModuleList([nn.Linear(3, 4), nn.Linear(4, 1)])

    def forward(self, x):
        for layer in self.layers:
            x = layer(x)
        return x
