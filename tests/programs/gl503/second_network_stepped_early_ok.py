"""The second network is stepped after its own backward."""

import torch
from torch import nn


class Duet:
    def __init__(self):
        self.high, self.low = nn.Linear(3, 1), nn.Linear(3, 1)
        self.high_optimizer = torch.optim.SGD(self.high.parameters(), lr=0.1)
        self.low_optimizer = torch.optim.SGD(self.low.parameters(), lr=0.1)

    def rehearse(self, melody):
        self.high_optimizer.zero_grad()
        self.low_optimizer.zero_grad()
        self.high(melody).pow(2).mean().backward()
        self.high_optimizer.step()
        self.low(melody).abs().mean().backward()
        self.low_optimizer.step()


duet = Duet()
for melody in torch.randn(3, 4, 3):
    duet.rehearse(melody)
