"""The gradients of leaves are tensors that require none: they may be scaled, clamped and zeroed in place."""

import torch
from torch import nn

network = nn.Linear(4, 2)
optimizer = torch.optim.SGD(network.parameters(), lr=0.1)
for batch in torch.randn(3, 5, 4):
    network(batch).pow(2).mean().backward()
    for parameter in network.parameters():
        parameter.grad.mul_(0.5).clamp_(-1, 1)
    optimizer.step()
    for parameter in network.parameters():
        parameter.grad.zero_()
