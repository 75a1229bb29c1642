"""The subtraction binds the loop's variable to a new tensor, and the parameters stay as they were."""

import torch
from torch import nn

net = nn.Linear(2, 1)
for x in torch.randn(3, 4, 2):
    net.zero_grad()
    net(x).pow(2).mean().backward()
    with torch.no_grad():
        for p in net.parameters():
            p = p - 0.01 * p.grad  # ! GL403
