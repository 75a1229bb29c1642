"""The generator accumulates over four batches. The critic steps for each: its reset drops only what the loss of the generator fills."""

import torch
from torch import nn

generator, critic = nn.Sequential(nn.Linear(3, 4), nn.Tanh(), nn.Linear(4, 8)), nn.Sequential(nn.Linear(8, 4), nn.Tanh(), nn.Linear(4, 1))
generator_optimizer, critic_optimizer = torch.optim.Adam(generator.parameters()), torch.optim.Adam(critic.parameters())
every = 4
for index, real in enumerate(torch.randn(8, 5, 8)):
    fake = generator(torch.randn(5, 3))
    (-critic(fake).mean() / every).backward()
    if (index + 1) % every == 0:
        generator_optimizer.step()
        generator_optimizer.zero_grad()
    critic_optimizer.zero_grad()
    ((critic(fake.detach()).mean() - critic(real).mean()) / every).backward()
    critic_optimizer.step()
