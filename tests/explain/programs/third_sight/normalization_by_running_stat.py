"""A running mean with a graph is updated in place by a layer."""
import torch
from torch import nn


class Center(nn.Module):
    def __init__(self, width):
        super().__init__()
        self.register_buffer("mean", torch.zeros(width))

    def forward(self, x):
        self.mean.mul_(0.9).add_(0.1 * x.mean(0))  # <- built
        return x - self.mean


layer, embed = Center(3), nn.Linear(2, 3)
for x in torch.randn(3, 4, 2):
    out = layer(embed(x))
    out.pow(2).mean().backward()  # <- raised, freed
