"""A coupling layer of a flow shifts one half of its input in place after the other half's network has saved it."""
import torch
from torch import nn


class Coupling(nn.Module):
    def __init__(self, flip):
        super().__init__()
        self.flip, self.net = flip, nn.Linear(2, 2)

    def forward(self, z):
        a, b = z[:, :2], z[:, 2:]
        if self.flip:
            a, b = b, a
        b += torch.tanh(self.net(a))  # <- built, changed
        return z


class Flow(nn.Module):
    def __init__(self):
        super().__init__()
        self.layers = nn.ModuleList([Coupling(False), Coupling(True)])
        self.scale = nn.Parameter(torch.ones(4))

    def forward(self, x):
        z = (x * self.scale).exp()
        for layer in self.layers:
            z = layer(z)
        return z


(-Flow()(torch.randn(3, 4)).log().sum(1)).mean().backward()  # <- raised
