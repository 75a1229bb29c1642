"""The base class has no layers, and its subclass makes them: after the penalty, the received function needs their graph."""

import torch
from torch import nn


class Block(nn.Module):
    def __init__(self):
        super().__init__()
        self.layers = nn.Sequential()

    def slope(self, x, measure):
        x = x.detach().requires_grad_()
        g = self.layers(x)
        penalty = (g * g).sum()
        (steepness,) = torch.autograd.grad(penalty, x, retain_graph=True)
        return steepness, measure(g, x)


class Wide(Block):
    def __init__(self):
        super().__init__()
        self.layers = nn.Sequential(nn.Linear(3, 8), nn.Tanh(), nn.Linear(8, 3))


def trace(g, x):
    return torch.autograd.grad(g.sum(), x)[0].sum()


print(eval("Wide")().slope(torch.randn(2, 3), trace))
