"""The critic's backward went through the generator and freed it; the generator's own loss needs that graph again."""

import torch
from torch import nn

latent = 3
generator = nn.Sequential(nn.Linear(latent, 8), nn.LeakyReLU(0.2), nn.Linear(8, 5), nn.Tanh())
discriminator = nn.Sequential(nn.Linear(5, 8), nn.LeakyReLU(0.2), nn.Linear(8, 1), nn.Sigmoid())
criterion = nn.BCELoss()
discriminator_optimizer = torch.optim.Adam(discriminator.parameters(), lr=2e-4, betas=(0.5, 0.999))
generator_optimizer = torch.optim.Adam(generator.parameters(), lr=2e-4, betas=(0.5, 0.999))
real_label, fake_label = torch.ones(4, 1), torch.zeros(4, 1)
for paintings in torch.randn(3, 4, 5):
    fake = generator(torch.randn(4, latent))
    discriminator.zero_grad()
    real_error = criterion(discriminator(paintings), real_label)
    fake_error = criterion(discriminator(fake), fake_label)
    (real_error + fake_error).backward()
    discriminator_optimizer.step()
    generator.zero_grad()
    generator_error = criterion(discriminator(fake), real_label)
    generator_error.backward()  # ! GL101
    generator_optimizer.step()
