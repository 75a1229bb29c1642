"""The discriminator's backward retains the generator's graph only because it runs into it; a detach would make both needless."""

import torch
from torch import nn

generator = nn.Sequential(nn.Linear(3, 6), nn.Tanh())
discriminator = nn.Linear(6, 1)
generator_optimizer = torch.optim.SGD(generator.parameters(), lr=0.1)
discriminator_optimizer = torch.optim.SGD(discriminator.parameters(), lr=0.1)
for real in torch.randn(3, 5, 6):
    fake = generator(torch.randn(5, 3))
    discriminator_optimizer.zero_grad()
    discriminator_loss = torch.relu(1 - discriminator(real)).mean() + torch.relu(1 + discriminator(fake)).mean()
    discriminator_loss.backward(retain_graph=True)  # ! GL308
    discriminator_optimizer.step()
    generator_optimizer.zero_grad()
    generator_loss = -discriminator(fake).mean()
    generator_loss.backward()
    generator_optimizer.step()
