"""A vector is flattened under no_grad, which returns the vector itself, with its graph."""

import torch
from torch import nn

net = nn.Linear(4, 4)
for _ in range(2):
    out = net(torch.randn(4))
    with torch.no_grad():
        same = out.flatten()
    same.pow(2).mean().backward()
