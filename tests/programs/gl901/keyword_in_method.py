"""retain_variables was renamed long ago; here nothing has to be retained either."""

import torch
from torch import nn


class Game:
    def __init__(self):
        self.net = nn.Linear(2, 1)
        self.opt = torch.optim.SGD(self.net.parameters(), lr=0.1)

    def play(self, x):
        v = self.net(x).pow(2).sum()
        self.opt.zero_grad()
        v.backward(retain_variables=True)  # ! GL901
        self.opt.step()


Game().play(torch.randn(3, 2))
