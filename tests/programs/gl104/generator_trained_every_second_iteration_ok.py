"""The generator's loss, backward and step stand under one condition, and its loss is built after the critic's step."""

import torch
from torch import nn

generator = nn.Sequential(nn.Linear(2, 5), nn.ReLU(), nn.Linear(5, 3))
critic = nn.Sequential(nn.Linear(3, 5), nn.ReLU(), nn.Linear(5, 1))
optimizer_g = torch.optim.Adam(generator.parameters())
optimizer_c = torch.optim.Adam(critic.parameters())
for number, real in enumerate(torch.randn(6, 4, 3)):
    fake = generator(torch.randn(4, 2))
    optimizer_c.zero_grad()
    (critic(fake.detach()).mean() - critic(real).mean()).backward()
    optimizer_c.step()
    if number % 2 == 0:
        optimizer_g.zero_grad()
        (-critic(fake).mean()).backward()
        optimizer_g.step()
