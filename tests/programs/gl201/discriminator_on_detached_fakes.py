"""The discriminator gets detached fakes, so that its graph ends there; no later backward uses it."""

import torch
from torch import nn

generator = nn.Sequential(nn.Linear(2, 6), nn.ReLU(), nn.Linear(6, 3))
discriminator = nn.Sequential(nn.Linear(3, 6), nn.ReLU(), nn.Linear(6, 1), nn.Sigmoid())
generator_optimizer = torch.optim.Adam(generator.parameters())
discriminator_optimizer = torch.optim.Adam(discriminator.parameters())
bce = nn.BCELoss()
genuine, forged = torch.ones(5, 1), torch.zeros(5, 1)
for coins in torch.randn(3, 5, 3):
    fakes = generator(torch.randn(5, 2))

    discriminator_optimizer.zero_grad()
    discriminator_loss = (bce(discriminator(coins), genuine) + bce(discriminator(fakes.detach()), forged)) / 2
    discriminator_loss.backward(retain_graph=True)  # ! GL201
    discriminator_optimizer.step()

    generator_optimizer.zero_grad()
    bce(discriminator(fakes), genuine).backward()
    generator_optimizer.step()
