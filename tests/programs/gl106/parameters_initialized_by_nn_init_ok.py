"""The functions of nn.init write into their argument under no_grad of their own."""

import torch
from torch import nn


def initialise(module):
    if isinstance(module, nn.Linear):
        nn.init.xavier_uniform_(module.weight)
        nn.init.constant_(module.bias, 0.01)
        module.weight.data.mul_(0.5)


network = nn.Sequential(nn.Linear(3, 4), nn.ReLU(), nn.Linear(4, 2))
network.apply(initialise)
network(torch.randn(2, 3)).sum().backward()
