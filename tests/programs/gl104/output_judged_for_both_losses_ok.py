"""Each loss has an output of the discriminator of its own, computed after the step."""

import torch
from torch import nn

generator = nn.Linear(2, 3)
discriminator = nn.Sequential(nn.Linear(3, 4), nn.Tanh(), nn.Linear(4, 1))
generator_optimizer = torch.optim.SGD(generator.parameters(), lr=0.1)
discriminator_optimizer = torch.optim.SGD(discriminator.parameters(), lr=0.1)
for _ in range(3):
    discriminator_optimizer.zero_grad()
    with torch.no_grad():
        fake = generator(torch.randn(4, 2))
    score = discriminator(fake)
    score.mean().backward()
    discriminator_optimizer.step()
    generator_optimizer.zero_grad()
    (-discriminator(generator(torch.randn(4, 2))).mean()).backward()
    generator_optimizer.step()
