"""The closure is a partial of the training step, and it is called where grad mode is off."""

from functools import partial

import torch
from torch import nn

net = nn.Sequential(nn.Linear(2, 4), nn.Tanh(), nn.Linear(4, 1))
optimizer = torch.optim.SGD(net.parameters(), lr=0.1)


def training_step(x, y):
    optimizer.zero_grad()
    loss = (net(x) - y).abs().mean()
    loss.backward()  # ! GL107
    return loss


with torch.set_grad_enabled(False):
    for x, y in zip(torch.randn(3, 4, 2), torch.randn(3, 4, 1)):
        step = partial(training_step, x, y)
        step()
        optimizer.step()
