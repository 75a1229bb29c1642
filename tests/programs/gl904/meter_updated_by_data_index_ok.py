"""The number is taken by item()."""

import torch
from torch import nn


class Probe:
    def __init__(self):
        self.network = nn.Sequential(nn.Linear(4, 3), nn.Tanh())
        self.seen = []

    def sharpness(self, batch):
        return self.network(batch).diff(dim=1).abs().mean()

    def look(self, batch):
        with torch.no_grad():
            self.seen.append(self.sharpness(batch).item())


probe = Probe()
probe.look(torch.randn(5, 4))
print(probe.seen)
