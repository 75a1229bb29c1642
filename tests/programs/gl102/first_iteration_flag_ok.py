"""A flag that the first iteration clears guards the backward pass of the loss from before the loop."""

import torch
from torch import nn

net = nn.Linear(3, 1)
warm_up = net(torch.randn(4, 3)).pow(2).mean()
first = True
for _ in range(10):
    if first:
        warm_up.backward()
    first = False
