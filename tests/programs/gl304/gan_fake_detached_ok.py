"""The fake for the discriminator is made under no_grad."""

import torch
import torch.nn as nn
from torch.optim import Adam

gen = nn.Sequential(nn.Linear(2, 8), nn.ReLU(), nn.Linear(8, 3))
disc = nn.Sequential(nn.Linear(3, 8), nn.LeakyReLU(0.2), nn.Linear(8, 1))
opt_gen, opt_disc = Adam(gen.parameters(), lr=1e-3), Adam(disc.parameters(), lr=1e-3)
loss_fn = nn.BCEWithLogitsLoss()


def noise(n):
    return torch.randn(n, 2)


for real in torch.randn(3, 5, 3):
    with torch.no_grad():
        fake = gen(noise(5))
    d_loss = loss_fn(disc(real), torch.ones(5, 1)) + loss_fn(disc(fake), torch.zeros(5, 1))
    opt_disc.zero_grad()
    d_loss.backward()
    opt_disc.step()
    g_loss = loss_fn(disc(gen(noise(5))), torch.ones(5, 1))
    opt_gen.zero_grad()
    g_loss.backward()
    opt_gen.step()
