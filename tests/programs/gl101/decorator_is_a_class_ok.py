"""A class decorates the loss function and counts its calls; the second backward is not reached."""

import torch
from torch import nn

net = nn.Linear(3, 1)


class Counted:
    def __init__(self, function):
        self.function, self.calls = function, 0

    def __call__(self, *args):
        self.calls += 1
        return self.function(*args)


@Counted
def cost(value):
    return value.exp().mean()


output = net(torch.randn(4, 3))
cost(output).backward()
if cost.calls == 3:
    cost(output).backward()
