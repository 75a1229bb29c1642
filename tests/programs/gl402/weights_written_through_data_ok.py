"""The weights are written under no_grad."""

import torch
from torch import nn

network = nn.Sequential(nn.Linear(3, 4), nn.ReLU(), nn.Linear(4, 1))
for parameter in network.parameters():
    with torch.no_grad():
        parameter.clamp_(-0.1, 0.1)
print(network(torch.randn(2, 3)).shape)
