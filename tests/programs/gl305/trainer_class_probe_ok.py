"""The base runs under no_grad, and the probe alone builds a graph."""

import torch
import torch.nn.functional as F
from torch import nn


class Probe:
    def __init__(self, base, width):
        self.base = base
        self.probe = nn.Linear(width, 2)
        self.opt = torch.optim.LBFGS(self.probe.parameters(), max_iter=3) if width > 999 else torch.optim.Adam(self.probe.parameters())

    def step(self, x, y):
        with torch.no_grad():
            h = self.base(x)
        loss = F.cross_entropy(self.probe(h), y)
        self.opt.zero_grad()
        loss.backward()
        self.opt.step()
        return loss.item()


probe = Probe(nn.Sequential(nn.Linear(4, 6), nn.Tanh()), 6)
for _ in range(3):
    print(probe.step(torch.randn(5, 4), torch.randint(0, 2, (5,))))
