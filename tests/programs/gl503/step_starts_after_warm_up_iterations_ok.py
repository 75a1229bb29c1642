"""The first iterations only accumulate, and the step begins when there are gradients to use."""

import torch
from torch import nn

network = nn.Linear(3, 1)
optimizer = torch.optim.Adam(network.parameters())
for number, batch in enumerate(torch.randn(6, 4, 3)):
    network(batch).pow(2).mean().backward()
    if number >= 2:
        optimizer.step()
        optimizer.zero_grad()
