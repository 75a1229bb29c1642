"""The discriminator is constructed after the generator's optimizer, and has its own."""

import torch
from torch import nn


generator = nn.Linear(2, 3)
opt_g = torch.optim.Adam(generator.parameters())
discriminator = nn.Linear(3, 1)
opt_d = torch.optim.Adam(discriminator.parameters())
for step in range(4):
    with torch.no_grad():
        fake = generator(torch.randn(8, 2))
    opt_d.zero_grad()
    (discriminator(fake).mean() - discriminator(torch.randn(8, 3)).mean()).backward()
    opt_d.step()
    opt_g.zero_grad()
    (-discriminator(generator(torch.randn(8, 2))).mean()).backward()
    opt_g.step()
