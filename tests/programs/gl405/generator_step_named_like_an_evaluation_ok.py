"""The function whose name says that it samples trains the generator."""

import torch
from torch import nn

generator, critic = nn.Linear(3, 5), nn.Linear(5, 1)
generator_optimizer = torch.optim.Adam(generator.parameters(), lr=1e-3)
critic_optimizer = torch.optim.Adam(critic.parameters(), lr=1e-3)


def compare(real):
    with torch.no_grad():
        fake = generator(torch.randn(len(real), 3))
    loss = critic(fake).mean() - critic(real).mean()
    critic_optimizer.zero_grad()
    loss.backward()
    critic_optimizer.step()


def sample(count):
    fake = generator(torch.randn(count, 3))
    loss = -critic(fake).mean()
    generator_optimizer.zero_grad()
    loss.backward()
    generator_optimizer.step()


for real in torch.randn(4, 8, 5):
    compare(real)
    sample(8)
