"""Each weight is written through .data, past autograd and past the version check."""

import torch
from torch import nn

network = nn.Sequential(nn.Linear(3, 4), nn.ReLU(), nn.Linear(4, 1))
for parameter in network.parameters():
    parameter.data.clamp_(-0.1, 0.1)  # ! GL402
print(network(torch.randn(2, 3)).shape)
