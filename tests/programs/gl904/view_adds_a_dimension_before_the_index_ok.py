"""view(1) gives the number a dimension, so that data[0] can index it."""

import torch
from torch import nn

network = nn.Linear(3, 1)
loss = network(torch.randn(4, 3)).pow(2).mean().view(1)
loss.backward()
print(loss.data[0].item(), network.weight.data[0].tolist())
