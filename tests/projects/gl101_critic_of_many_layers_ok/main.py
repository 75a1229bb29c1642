"""A critic with more layers than are analyzed one by one detaches the fake on request before the first of them."""

import torch
from models import Critic, Generator

generator = Generator(4, 60)
critic = Critic(4, 60)
critic_optimizer = torch.optim.Adam(critic.parameters())
generator_optimizer = torch.optim.Adam(generator.parameters())

for _ in range(2):
    fake = generator(torch.randn(2, 4))
    critic_optimizer.zero_grad()
    critic(fake, fixed=True).mean().backward()
    critic_optimizer.step()
    generator_optimizer.zero_grad()
    (-critic(fake)).mean().backward()
    generator_optimizer.step()
