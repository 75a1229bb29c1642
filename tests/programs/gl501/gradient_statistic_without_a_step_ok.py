"""The gradients of all batches are added up for a statistic; without a step they are never used twice."""

import torch
from torch import nn

network = nn.Linear(4, 1)
for batch in torch.randn(5, 3, 4):
    network(batch).abs().mean().backward()
print(network.weight.grad / 5)
