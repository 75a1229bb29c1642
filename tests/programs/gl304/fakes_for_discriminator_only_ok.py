"""The fakes for the discriminator are made under no_grad."""

import torch
from torch import nn

generator = nn.Sequential(nn.Linear(2, 6), nn.LeakyReLU(), nn.Linear(6, 4))
discriminator = nn.Sequential(nn.Linear(4, 6), nn.LeakyReLU(), nn.Linear(6, 1))
generator_optimizer = torch.optim.Adam(generator.parameters())
discriminator_optimizer = torch.optim.Adam(discriminator.parameters())


def make(count):
    noise = torch.randn(count, 2)
    return generator(noise)


@torch.no_grad()
def make_for_discriminator(count):
    return generator(torch.rand(count, 2))


for coins in torch.randn(3, 5, 4):
    discriminator_optimizer.zero_grad()
    (discriminator(make_for_discriminator(5)).mean() - discriminator(coins).mean()).backward()
    discriminator_optimizer.step()
    generator_optimizer.zero_grad()
    (-discriminator(make(5)).mean()).backward()
    generator_optimizer.step()
