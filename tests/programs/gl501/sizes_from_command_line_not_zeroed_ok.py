"""Sizes that the modules keep come from the command line: they are not modules, so the generator's optimizer resets its own only."""

import argparse

import torch
from torch import nn

parser = argparse.ArgumentParser()
parser.add_argument("--size", type=int, default=4)
parser.add_argument("--noise", type=int, default=3)
options = parser.parse_args([])


class Generator(nn.Module):
    def __init__(self, noise, size):
        super().__init__()
        self.noise = noise
        self.size = size
        self.body = nn.Sequential(nn.Linear(noise, 8), nn.Tanh(), nn.Linear(8, size * 2))

    def forward(self, z):
        return self.body(z).view(-1, self.size * 2)


class Discriminator(nn.Module):
    def __init__(self, size):
        super().__init__()
        self.size = size
        self.body = nn.Sequential(nn.Linear(size * 2, 8), nn.Tanh(), nn.Linear(8, 1), nn.Sigmoid())

    def forward(self, x):
        return self.body(x.view(-1, self.size * 2))


generator = Generator(options.noise, options.size)
discriminator = Discriminator(options.size)
opt_g = torch.optim.Adam(generator.parameters())
opt_d = torch.optim.Adam(discriminator.parameters())
criterion = nn.BCELoss()
real, fake = torch.ones(5, 1), torch.zeros(5, 1)
for x in torch.rand(4, 5, options.size * 2):
    opt_d.zero_grad()
    with torch.no_grad():
        made = generator(torch.randn(5, options.noise))
    d_loss = criterion(discriminator(x), real) + criterion(discriminator(made), fake)
    d_loss.backward()
    opt_d.step()
    opt_g.zero_grad()
    g_loss = criterion(discriminator(generator(torch.randn(5, options.noise))), real)
    g_loss.backward()
    opt_g.step()
