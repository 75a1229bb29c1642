"""The modules are fields of a namedtuple: a call of a field is a forward pass. Only the sample of an epoch is drawn under `no_grad`."""

from collections import namedtuple

import torch
from torch import nn

Nets = namedtuple("Nets", ["G", "D"])


class Solver:
    def __init__(self):
        self.nets = Nets(nn.Linear(3, 4), nn.Linear(4, 1))
        self.optimizer = torch.optim.SGD(self.nets.D.parameters(), lr=0.1)

    def train_epoch(self, loader):
        for real in loader:
            self.optimizer.zero_grad()
            with torch.no_grad():
                fake = self.nets.G(torch.randn(len(real), 3))
            loss = self.nets.D(fake).mean() - self.nets.D(real).mean()
            loss.backward()
            self.optimizer.step()

    def train(self, loader):
        for _ in range(2):
            self.train_epoch(loader)
            with torch.no_grad():
                print(self.nets.G(torch.randn(2, 3)))


Solver().train(torch.randn(3, 8, 4))
