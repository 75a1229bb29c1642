"""A module of the package that the models' own module imports builds their layers; the critic's step frees the generator's graph."""

import torch
from nets.models import Critic, Generator

generator, critic = Generator(), Critic()
critic_optimizer = torch.optim.Adam(critic.parameters())
generator_optimizer = torch.optim.Adam(generator.parameters())

for _ in range(2):
    fake = generator(torch.randn(2, 4))
    critic_optimizer.zero_grad()
    critic(fake).mean().backward()
    critic_optimizer.step()
    generator_optimizer.zero_grad()
    (-critic(fake)).mean().backward()  # ! GL101
    generator_optimizer.step()
