"""One output of the discriminator serves both losses: the step between them changes its weights, and nothing could be detached."""

import torch
from torch import nn

generator = nn.Linear(2, 3)
discriminator = nn.Sequential(nn.Linear(3, 4), nn.Tanh(), nn.Linear(4, 1))
generator_optimizer = torch.optim.SGD(generator.parameters(), lr=0.1)
discriminator_optimizer = torch.optim.SGD(discriminator.parameters(), lr=0.1)
for _ in range(3):
    discriminator_optimizer.zero_grad()
    score = discriminator(generator(torch.randn(4, 2)))
    score.mean().backward(retain_graph=True)
    discriminator_optimizer.step()
    generator_optimizer.zero_grad()
    (-score.mean()).backward()  # ! GL104
    generator_optimizer.step()
