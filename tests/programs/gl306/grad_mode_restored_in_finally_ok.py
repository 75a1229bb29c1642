"""The earlier grad mode is read first and restored in a finally block."""

import torch
from torch import nn


def quietly(function, *arguments):
    before = torch.is_grad_enabled()
    torch.set_grad_enabled(False)
    try:
        return function(*arguments)
    finally:
        torch.set_grad_enabled(before)


network = nn.Linear(3, 2)
optimizer = torch.optim.SGD(network.parameters(), lr=0.1)
for batch in torch.randn(3, 4, 3):
    goal = quietly(network, batch + 1)
    optimizer.zero_grad()
    (network(batch) - goal).abs().mean().backward()
    optimizer.step()
