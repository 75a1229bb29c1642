"""A vector is flattened and scaled under no_grad: the product is a new tensor without a graph."""

import torch
from torch import nn

net = nn.Linear(4, 4)
for _ in range(2):
    out = net(torch.randn(4))
    with torch.no_grad():
        scaled = out.flatten() * 2
    scaled.pow(2).mean().backward()  # ! GL107
