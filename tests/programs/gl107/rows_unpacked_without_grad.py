"""A tensor made under no_grad is unpacked into its rows, which have no graph either."""

import torch
from torch import nn

net = nn.Linear(3, 2)
for batch in torch.randn(4, 5, 3):
    with torch.no_grad():
        first, second = net(batch).pow(2).mean(dim=0)
    (first + second).backward()  # ! GL107
