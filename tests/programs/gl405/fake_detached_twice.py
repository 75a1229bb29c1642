"""The fake is detached where it is made, so the generator learns nothing, and once more for the discriminator: a fix needs no third."""

import torch
from torch import nn

generator, discriminator = nn.Linear(2, 3), nn.Linear(3, 1)
optimizer = torch.optim.SGD(generator.parameters(), lr=0.1)
discriminator_optimizer = torch.optim.SGD(discriminator.parameters(), lr=0.1)
for batch in range(3):
    fake = generator(torch.randn(8, 2)).detach()
    discriminator_optimizer.zero_grad()
    discriminator(fake.detach()).mean().backward()
    discriminator_optimizer.step()
    optimizer.zero_grad()
    loss = -discriminator(fake).mean()
    loss.backward()
    optimizer.step()  # ! GL405
