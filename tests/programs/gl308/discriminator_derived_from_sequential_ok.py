"""The discriminator is a subclass of Sequential, and the generator's output in its step is computed without a graph."""

import torch
from torch import nn


class Patches(nn.Sequential):
    def __init__(self, channels=4):
        super().__init__(nn.Conv1d(1, channels, 4, 2), nn.LeakyReLU(0.2), nn.Conv1d(channels, 1, 3))


class Upsampler(nn.Sequential):
    def __init__(self, sizes=(6, 12, 32)):
        super().__init__()
        for number, (before, after) in enumerate(zip(sizes[:-1], sizes[1:], strict=True)):
            self.add_module(f"layer{number}", nn.Linear(before, after))


upsampler, patches = Upsampler(), Patches()
upsampler_optimizer = torch.optim.Adam(upsampler.parameters(), lr=1e-3)
patches_optimizer = torch.optim.Adam(patches.parameters(), lr=1e-3)
for real in torch.randn(4, 8, 1, 32):
    patches_optimizer.zero_grad()
    with torch.no_grad():
        fake = upsampler(torch.randn(8, 1, 6))
    loss = patches(fake).mean() - patches(real).mean()
    loss.backward()
    patches_optimizer.step()

    upsampler_optimizer.zero_grad()
    loss = -patches(upsampler(torch.randn(8, 1, 6))).mean()
    loss.backward()
    upsampler_optimizer.step()
