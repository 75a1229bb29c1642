"""The second derivative raises before the loss uses the retained graph of an attribute."""

import torch
from torch import nn


class Physics:
    def __init__(self):
        self.net = nn.Sequential(nn.Linear(1, 8), nn.Tanh(), nn.Linear(8, 1))

    def loss(self, x):
        self.x = x
        self.u = self.net(x)
        (self.ux,) = torch.autograd.grad(self.u.sum(), self.x, retain_graph=True)
        (self.uxx,) = torch.autograd.grad(self.ux.sum(), self.x, create_graph=True)  # ! GL107
        return self.u.pow(2).mean() + self.uxx.pow(2).mean()


Physics().loss(torch.rand(8, 1, requires_grad=True)).backward()
