"""Sharpness-aware minimization runs backward twice per batch, each time on a loss of a forward pass of its own."""

import torch
import torch.nn.functional as F
from torch import nn


class SAM:
    def __init__(self, parameters, base, rho=0.05, **options):
        self.parameters = list(parameters)
        self.base = base(self.parameters, **options)
        self.rho = rho
        self.shifts = {}

    @torch.no_grad()
    def ascend(self):
        norm = torch.stack([p.grad.norm() for p in self.parameters]).norm()
        for p in self.parameters:
            self.shifts[p] = p.grad * (self.rho / (norm + 1e-12))
            p.add_(self.shifts[p])
        self.zero_grad()

    @torch.no_grad()
    def descend(self):
        for p in self.parameters:
            p.sub_(self.shifts[p])
        self.base.step()
        self.zero_grad()

    def zero_grad(self):
        self.base.zero_grad()


network = nn.Sequential(nn.Linear(4, 6), nn.ReLU(), nn.Linear(6, 3))
optimizer = SAM(network.parameters(), torch.optim.SGD, lr=0.1, momentum=0.9)
for batch, labels in zip(torch.randn(3, 5, 4), torch.randint(0, 3, (3, 5))):
    loss = F.cross_entropy(network(batch), labels)
    loss.backward()
    optimizer.ascend()
    F.cross_entropy(network(batch), labels).backward()
    optimizer.descend()
    print(loss.item())
