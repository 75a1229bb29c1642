"""Both schedulers of a GAN step at the end of each epoch."""

import torch
from torch import nn

generator, discriminator = nn.Linear(2, 3), nn.Linear(3, 1)
opt_g = torch.optim.Adam(generator.parameters(), lr=2e-4)
opt_d = torch.optim.Adam(discriminator.parameters(), lr=2e-4)
scheduler_g = torch.optim.lr_scheduler.ExponentialLR(opt_g, 0.99)
scheduler_d = torch.optim.lr_scheduler.ExponentialLR(opt_d, 0.99)
bce = nn.BCEWithLogitsLoss()
for epoch in range(4):
    for real in torch.randn(3, 5, 3):
        fake = generator(torch.randn(5, 2))
        opt_d.zero_grad()
        d_loss = bce(discriminator(real), torch.ones(5, 1)) + bce(discriminator(fake.detach()), torch.zeros(5, 1))
        d_loss.backward()
        opt_d.step()
        opt_g.zero_grad()
        g_loss = bce(discriminator(fake), torch.ones(5, 1))
        g_loss.backward()
        opt_g.step()
    scheduler_g.step()
    scheduler_d.step()
