"""The critic steps for each batch; the generator is meant to step every fifth time, though its loss is computed each time."""

import torch
from torch import nn

generator, critic = nn.Linear(2, 3), nn.Sequential(nn.Linear(3, 4), nn.Tanh(), nn.Linear(4, 1))
generator_optimizer = torch.optim.RMSprop(generator.parameters(), lr=1e-4)
critic_optimizer = torch.optim.RMSprop(critic.parameters(), lr=1e-4)
for index, real in enumerate(torch.randn(10, 5, 3)):
    fake = generator(torch.randn(5, 2))
    critic_optimizer.zero_grad()
    (critic(fake.detach()).mean() - critic(real).mean()).backward()
    critic_optimizer.step()
    generator_optimizer.zero_grad()
    (-critic(fake).mean()).backward()
    if (index + 1) % 5 == 0:
        generator_optimizer.step()
