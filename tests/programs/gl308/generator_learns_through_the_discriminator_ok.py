"""The generator's backward goes through the discriminator, whose gradients are zeroed afterwards: there is no other way."""

import torch
from torch import nn

generator, discriminator = nn.Linear(2, 3), nn.Sequential(nn.Linear(3, 4), nn.ReLU(), nn.Linear(4, 1))
generator_optimizer = torch.optim.SGD(generator.parameters(), lr=0.1)
discriminator_optimizer = torch.optim.SGD(discriminator.parameters(), lr=0.1)
for coins in torch.randn(3, 5, 3):
    fakes = generator(torch.randn(5, 2))
    discriminator_optimizer.zero_grad()
    (discriminator(fakes.detach()).mean() - discriminator(coins).mean()).backward()
    discriminator_optimizer.step()
    generator_optimizer.zero_grad()
    (-discriminator(fakes).mean()).backward()
    generator_optimizer.step()
