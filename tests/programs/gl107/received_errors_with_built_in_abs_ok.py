"""A function receives the errors and backpropagates through the built-in abs() of them."""

import torch
from torch import nn


def update(optimizer, errors, weights):
    optimizer.zero_grad()
    (weights * abs(errors)).mean().backward()
    optimizer.step()


network = nn.Linear(3, 1)
eval("update")(torch.optim.SGD(network.parameters(), lr=0.1), network(torch.rand(4, 3)), torch.rand(4, 1))
