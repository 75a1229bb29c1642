"""A running sum of losses is backpropagated in every iteration but the last."""

import torch
from torch import nn

net = nn.Linear(3, 1)
loader = torch.utils.data.DataLoader(torch.randn(12, 3), batch_size=2)
total = 0.0
for i, x in enumerate(loader):
    total = total + net(x).pow(2).mean()
    if i != len(loader) - 1:
        total.backward()  # ! GL103
