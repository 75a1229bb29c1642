"""The discriminator's backward runs through the generator, whose gradients are zeroed before its own backward."""

import torch
import torch.nn.functional as F
from torch import nn

generator = nn.Sequential(nn.Linear(2, 8), nn.ReLU(), nn.Linear(8, 3))
discriminator = nn.Sequential(nn.Linear(3, 8), nn.ReLU(), nn.Linear(8, 1))
generator_optimizer = torch.optim.Adam(generator.parameters(), lr=2e-4)
discriminator_optimizer = torch.optim.Adam(discriminator.parameters(), lr=2e-4)
ones, zeros = torch.ones(6, 1), torch.zeros(6, 1)
for coins in torch.randn(3, 6, 3):
    fakes = generator(torch.randn(6, 2))
    discriminator_loss = F.binary_cross_entropy_with_logits(discriminator(coins), ones)
    discriminator_loss = discriminator_loss + F.binary_cross_entropy_with_logits(discriminator(fakes), zeros)
    discriminator_optimizer.zero_grad()
    discriminator_loss.backward()  # ! GL308
    discriminator_optimizer.step()

    fakes = generator(torch.randn(6, 2))
    generator_loss = F.binary_cross_entropy_with_logits(discriminator(fakes), ones)
    generator_optimizer.zero_grad()
    generator_loss.backward()
    generator_optimizer.step()
