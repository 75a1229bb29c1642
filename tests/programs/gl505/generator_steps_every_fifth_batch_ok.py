"""The generator steps less often than the critic, whose backward also fills its gradients."""

import torch
from torch import nn

generator, critic = nn.Linear(2, 3), nn.Linear(3, 1)
opt_g = torch.optim.RMSprop(generator.parameters(), lr=1e-4)
opt_c = torch.optim.RMSprop(critic.parameters(), lr=1e-4)
for i, real in enumerate(torch.randn(10, 5, 3)):
    opt_c.zero_grad()
    with torch.no_grad():
        fake = generator(torch.randn(5, 2))
    (critic(fake).mean() - critic(real).mean()).backward()
    opt_c.step()
    if (i + 1) % 5 == 0:
        opt_g.zero_grad()
        (-critic(generator(torch.randn(5, 2))).mean()).backward()
        opt_g.step()
