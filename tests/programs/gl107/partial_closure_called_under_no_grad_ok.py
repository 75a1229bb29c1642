"""The closure is a partial of the training step, called by an optimizer that a no_grad function steps."""

from functools import partial

import torch
from torch import nn

net = nn.Sequential(nn.Linear(2, 4), nn.Tanh(), nn.Linear(4, 1))
optimizer = torch.optim.SGD(net.parameters(), lr=0.1)


def training_step(x, y):
    optimizer.zero_grad()
    loss = (net(x) - y).abs().mean()
    loss.backward()
    return loss


with torch.set_grad_enabled(False):
    for x, y in zip(torch.randn(3, 4, 2), torch.randn(3, 4, 1)):
        optimizer.step(partial(training_step, x, y))
