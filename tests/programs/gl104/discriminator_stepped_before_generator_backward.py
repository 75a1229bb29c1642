"""The discriminator steps before the backward of the generator's loss, which was computed with the discriminator's old weights."""

import torch
from torch import nn

generator = nn.Sequential(nn.Linear(3, 8), nn.ReLU(), nn.Linear(8, 4))
discriminator = nn.Sequential(nn.Linear(4, 8), nn.LeakyReLU(), nn.Linear(8, 1))
generator_optimizer = torch.optim.Adam(generator.parameters(), lr=1e-3)
discriminator_optimizer = torch.optim.Adam(discriminator.parameters(), lr=1e-3)
criterion = nn.BCEWithLogitsLoss()
for real in torch.randn(3, 6, 4):
    fake = generator(torch.randn(6, 3))
    score = discriminator(fake)
    discriminator_loss = criterion(discriminator(real), torch.ones(6, 1)) + criterion(score, torch.zeros(6, 1))
    generator_loss = criterion(score, torch.ones(6, 1))
    discriminator_optimizer.zero_grad()
    discriminator_loss.backward(retain_graph=True)
    discriminator_optimizer.step()
    generator_optimizer.zero_grad()
    generator_loss.backward()  # ! GL104
    generator_optimizer.step()
