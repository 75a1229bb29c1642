"""Constructors of modules are nested deeper than calls are followed; the innermost one creates parameters."""

import torch
from torch import nn


class Scale(nn.Module):
    def __init__(self, width):
        super().__init__()
        self.raw = nn.Parameter(torch.zeros(width))

    def forward(self, x):
        return x * torch.exp(self.raw)


class First(nn.Module):
    def __init__(self, width):
        super().__init__()
        self.scale, self.line = Scale(width), nn.Linear(width, width)

    def forward(self, x):
        return torch.tanh(self.scale(self.line(x)))


class Second(nn.Module):
    def __init__(self, width):
        super().__init__()
        self.inner = First(width)

    def forward(self, x):
        return self.inner(x)


class Third(nn.Module):
    def __init__(self, width):
        super().__init__()
        self.inner = Second(width)

    def forward(self, x):
        return self.inner(x)


class Fourth(nn.Module):
    def __init__(self, width):
        super().__init__()
        self.inner = Third(width)

    def forward(self, x):
        return self.inner(x)


class Fifth(nn.Module):
    def __init__(self, width):
        super().__init__()
        self.inner = Fourth(width)

    def forward(self, x):
        return self.inner(x)


def build(width):
    return Fifth(width)


def made(width):
    return build(width)


def main():
    model = made(3)
    optimizer = torch.optim.SGD([model.inner.inner.inner.inner.line.weight], lr=0.1)
    for _ in range(4):
        optimizer.zero_grad()
        model(torch.randn(2, 3)).mean().backward(retain_graph=True)  # ! GL201
        optimizer.step()


main()
