"""The discriminator's loss sees a detached output of the generator, whose own loss is computed after the step."""

import torch
from torch import nn

generator = nn.Sequential(nn.Linear(3, 8), nn.Tanh(), nn.Linear(8, 4))
discriminator = nn.Sequential(nn.Linear(4, 8), nn.Tanh(), nn.Linear(8, 1))
generator_optimizer = torch.optim.Adam(generator.parameters(), lr=1e-3)
discriminator_optimizer = torch.optim.Adam(discriminator.parameters(), lr=1e-3)
history = []
for real in torch.randn(3, 5, 4):
    fake = generator(torch.randn(5, 3))
    loss_d = discriminator(fake.detach()).mean() - discriminator(real).mean()
    discriminator_optimizer.zero_grad()
    loss_d.backward()
    discriminator_optimizer.step()
    loss_g = -discriminator(fake).mean()
    history.append(loss_d.item() + loss_g.item())
    generator_optimizer.zero_grad()
    loss_g.backward()
    generator_optimizer.step()
print(history)
