"""A detached alias requires no grad, and writing to it writes to the weight without an error of autograd."""

import torch
from torch import nn

network = nn.Linear(5, 3)
optimizer = torch.optim.SGD(network.parameters(), lr=0.1)
for batch in torch.randn(3, 6, 5):
    optimizer.zero_grad()
    network(batch).square().mean().backward()
    optimizer.step()
    weight = network.weight.detach()
    weight[weight.abs() < 0.05] = 0.0
