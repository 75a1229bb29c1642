"""The discriminator sees the painting without its graph, and discriminators it again for the generator after its own step."""

import torch
from torch import nn

generator = nn.Sequential(nn.Linear(3, 8), nn.ReLU(), nn.Linear(8, 4))
discriminator = nn.Sequential(nn.Linear(4, 8), nn.LeakyReLU(), nn.Linear(8, 1))
generator_optimizer = torch.optim.Adam(generator.parameters(), lr=1e-3)
discriminator_optimizer = torch.optim.Adam(discriminator.parameters(), lr=1e-3)
criterion = nn.BCEWithLogitsLoss()
for real in torch.randn(3, 6, 4):
    fake = generator(torch.randn(6, 3))
    discriminator_loss = criterion(discriminator(real), torch.ones(6, 1)) + criterion(discriminator(fake.detach()), torch.zeros(6, 1))
    discriminator_optimizer.zero_grad()
    discriminator_loss.backward()
    discriminator_optimizer.step()
    generator_optimizer.zero_grad()
    generator_loss = criterion(discriminator(fake), torch.ones(6, 1))
    generator_loss.backward()
    generator_optimizer.step()
