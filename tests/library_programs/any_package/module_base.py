"""A class that derives from `nn.Module` of another package is a module."""

import torch
from somewhere import nn


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.layer = torch.nn.Linear(3, 1)

    def compute(self, x):
        return self.layer(x)


def passes(loader):
    net = Net()
    net.eval()
    for x in loader:
        print(net(x))  # ! GL301


@torch.no_grad()
def passes_without_grad(loader):
    net = Net()
    net.eval()
    for x in loader:
        print(net(x))
