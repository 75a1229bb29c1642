"""Trains a compiled network in two stages."""

import torch
from losses_of_stages import first_stage, second_stage
from torch import nn

network = nn.Sequential(nn.Linear(3, 6), nn.Tanh(), nn.Linear(6, 6), nn.Tanh(), nn.Linear(6, 1))
fast = torch.compile(network, backend="aot_eager")
optimizer = torch.optim.Adam(network.parameters())
x, y = torch.randn(8, 3), torch.randn(8, 1)
for stage in (first_stage, second_stage):
    optimizer.zero_grad()
    stage(fast(x), y)
    optimizer.step()
