"""The first layer saved the noise for its weight's gradient, and the buffer is refilled before the backward."""

import torch
from torch import nn


class Sampler:
    def __init__(self, count, size):
        self.noise = torch.empty(count, size)

    def next(self):
        self.noise.normal_()
        return self.noise


generator = nn.Sequential(nn.Linear(2, 6), nn.ReLU(), nn.Linear(6, 3))
optimizer = torch.optim.Adam(generator.parameters())
sampler = Sampler(4, 2)
for target in torch.randn(2, 4, 3):
    first = generator(sampler.next())
    second = generator(sampler.next())
    spread = (first - target).abs().mean() - 0.1 * (first - second).abs().mean()
    optimizer.zero_grad()
    spread.backward()  # ! GL105
    optimizer.step()
