"""The keys come with a graph, and all that happens to them is a copy into the memory bank under no_grad."""

import torch
import torch.nn.functional as F
from torch import nn


class Contrast:
    def __init__(self, size, count):
        self.encoder = nn.Linear(6, size)
        self.bank = F.normalize(torch.randn(count, size), dim=1)
        self.optimizer = torch.optim.Adam(self.encoder.parameters())

    def remember(self, places, batch):
        keys = F.normalize(self.encoder(batch), dim=1)  # ! GL304
        with torch.no_grad():
            self.bank[places] = keys

    def update(self, places, batch):
        scores = F.normalize(self.encoder(batch), dim=1) @ self.bank.t() / 0.1
        self.optimizer.zero_grad()
        F.cross_entropy(scores, places).backward()
        self.optimizer.step()
        self.remember(places, batch)


contrast = Contrast(size=4, count=8)
for places in torch.arange(8).split(4):
    contrast.update(places, torch.randn(4, 6))
