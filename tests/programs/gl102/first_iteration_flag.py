"""From the second iteration on, the loss from before the loop is backpropagated."""

import torch
from torch import nn

net = nn.Linear(3, 1)
warm_up = net(torch.randn(4, 3)).pow(2).mean()
first = True
for _ in range(10):
    if not first:
        warm_up.backward()  # ! GL102
    first = False
