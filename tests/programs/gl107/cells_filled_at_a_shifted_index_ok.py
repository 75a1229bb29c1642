"""Each cell of a list of zeros is filled through a shifted index: the stacked cells have the graph of what was written."""

import torch
from torch import nn


def train(count, x):
    layer = nn.Linear(4, 3)
    cells = [torch.zeros(2, 3) for _ in range(count)]
    for i in range(count):
        cells[(i + 1) % count][0] = layer(x)
    torch.stack(cells).sum().backward()
    print(layer.weight.grad)


eval("train")(3, torch.randn(4))
