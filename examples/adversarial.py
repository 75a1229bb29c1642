"""A generator and a discriminator: the discriminator's step walks the generator's graph, and nothing is left for the generator's."""

import torch
from torch import nn

generator = nn.Sequential(nn.Linear(8, 32), nn.ReLU(), nn.Linear(32, 16))
discriminator = nn.Sequential(nn.Linear(16, 32), nn.LeakyReLU(0.2), nn.Linear(32, 1))
generator_optimizer = torch.optim.Adam(generator.parameters(), lr=2e-4)
discriminator_optimizer = torch.optim.Adam(discriminator.parameters(), lr=2e-4)
criterion = nn.BCEWithLogitsLoss()

for real in torch.randn(10, 4, 16):
    ones, zeros = torch.ones(len(real), 1), torch.zeros(len(real), 1)
    fake = generator(torch.randn(len(real), 8))

    discriminator_optimizer.zero_grad()
    discriminator_loss = criterion(discriminator(real), ones) + criterion(discriminator(fake), zeros)
    discriminator_loss.backward()
    discriminator_optimizer.step()

    generator_optimizer.zero_grad()
    generator_loss = criterion(discriminator(fake), ones)
    generator_loss.backward()
    generator_optimizer.step()
