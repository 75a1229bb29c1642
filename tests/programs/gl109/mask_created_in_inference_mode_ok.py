"""The set-up runs under no_grad, whose tensors are like any other."""

import torch
from torch import nn

setup = torch.no_grad()
with setup:
    mask = (torch.rand(5) > 0.3).float()
network = nn.Sequential(nn.Linear(3, 5), nn.Tanh())
readout = nn.Linear(5, 1)
optimizer = torch.optim.SGD([*network.parameters(), *readout.parameters()], lr=0.1)
for batch in torch.randn(3, 4, 3):
    hidden = network(batch)
    masked = hidden * mask
    optimizer.zero_grad()
    readout(masked).pow(2).mean().backward()
    optimizer.step()
