"""The discriminator comes from a registry object that a decorator fills; its loss backpropagates into the generator."""

import torch
from nets import NETS
from torch import nn

generator, discriminator = nn.Linear(2, 3), NETS.get("plain")()
opt_g = torch.optim.SGD(generator.parameters(), lr=0.1)
opt_d = torch.optim.SGD(discriminator.parameters(), lr=0.1)
for _ in range(3):
    fake = generator(torch.randn(4, 2))
    opt_d.zero_grad()
    (discriminator(fake).mean() - discriminator(torch.randn(4, 3)).mean()).backward()  # ! GL308
    opt_d.step()
    opt_g.zero_grad()
    (-discriminator(generator(torch.randn(4, 2))).mean()).backward()
    opt_g.step()
