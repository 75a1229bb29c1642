"""The generator's loss is built on fakes that come with their graph."""

import torch
from torch import nn

generator, discriminator = nn.Sequential(nn.Linear(2, 4), nn.Tanh()), nn.Linear(4, 1)
generator_optimizer = torch.optim.SGD(generator.parameters(), lr=0.1)
discriminator_optimizer = torch.optim.SGD(discriminator.parameters(), lr=0.1)
for coins in torch.randn(3, 5, 4):
    with torch.no_grad():
        fakes = generator(torch.randn(5, 2))
    discriminator_optimizer.zero_grad()
    (discriminator(fakes).mean() - discriminator(coins).mean()).backward()
    discriminator_optimizer.step()
    generator_optimizer.zero_grad()
    (-discriminator(generator(torch.randn(5, 2))).mean()).backward()
    generator_optimizer.step()
