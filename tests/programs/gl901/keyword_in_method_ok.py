"""Backward is called once and needs no argument."""

import torch
from torch import nn


class Game:
    def __init__(self):
        self.net = nn.Linear(2, 1)
        self.opt = torch.optim.SGD(self.net.parameters(), lr=0.1)

    def play(self, x):
        v = self.net(x).pow(2).sum()
        self.opt.zero_grad()
        v.backward()
        self.opt.step()


Game().play(torch.randn(3, 2))
