"""The helper returns the mean, and its caller takes the old way to the number in it."""

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
            self.seen.append(self.sharpness(batch).data[0])  # ! GL904


probe = Probe()
probe.look(torch.randn(5, 4))
print(probe.seen)
