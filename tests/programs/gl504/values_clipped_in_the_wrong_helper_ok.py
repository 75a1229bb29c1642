"""The helper only zeroes, and the values are clipped before the step."""

import torch
from torch import nn


def prepare(network, optimizer):
    optimizer.zero_grad(set_to_none=False)


network = nn.Linear(3, 1)
optimizer = torch.optim.SGD(network.parameters(), lr=0.1)
network(torch.randn(2, 3)).sum().backward()
for batch in torch.randn(3, 4, 3):
    prepare(network, optimizer)
    network(batch).pow(2).mean().backward()
    nn.utils.clip_grad_value_(network.parameters(), 0.5)
    optimizer.step()
