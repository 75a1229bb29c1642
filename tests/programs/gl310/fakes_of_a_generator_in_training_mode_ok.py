"""The discriminator is tested on fakes in the training loop; the generator stays in training mode, as is usual for GANs."""

import torch
from torch import nn

generator = nn.Sequential(nn.Linear(4, 8), nn.BatchNorm1d(8), nn.ReLU(), nn.Linear(8, 3))
discriminator = nn.Sequential(nn.Linear(3, 8), nn.LeakyReLU(), nn.Linear(8, 1))
opt_g = torch.optim.Adam(generator.parameters())
opt_d = torch.optim.Adam(discriminator.parameters())
for real in torch.randn(4, 8, 3):
    for _ in range(2):
        with torch.no_grad():
            fake = generator(torch.randn(8, 4))
        loss_d = nn.functional.softplus(-discriminator(real)).mean() + nn.functional.softplus(discriminator(fake)).mean()
        opt_d.zero_grad()
        loss_d.backward()
        opt_d.step()
    loss_g = nn.functional.softplus(-discriminator(generator(torch.randn(8, 4)))).mean()
    opt_g.zero_grad()
    loss_g.backward()
    opt_g.step()
with torch.no_grad():
    pictures = [generator(torch.randn(8, 4)) for _ in range(3)]
print(torch.stack(pictures).mean().item())
