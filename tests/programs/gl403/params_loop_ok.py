"""Each parameter is changed in place."""

import torch
from torch import nn

net = nn.Linear(2, 1)
for x in torch.randn(3, 4, 2):
    net.zero_grad()
    net(x).pow(2).mean().backward()
    with torch.no_grad():
        for p in net.parameters():
            p -= 0.01 * p.grad
