"""The base class has no layers, and its subclass makes them: the penalty is the last use of their graph."""

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
        (steepness,) = torch.autograd.grad(penalty, x, retain_graph=True)  # ! GL201
        return steepness, measure(g.detach(), x.detach())


class Wide(Block):
    def __init__(self):
        super().__init__()
        self.layers = nn.Sequential(nn.Linear(3, 8), nn.Tanh(), nn.Linear(8, 3))


def distance(g, x):
    return (g - x).norm()


print(eval("Wide")().slope(torch.randn(2, 3), distance))
