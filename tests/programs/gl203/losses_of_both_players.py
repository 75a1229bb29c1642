"""The losses of both players are appended to lists for the plot at the end, as every tutorial's reader once did."""

import torch
from torch import nn

nz, real_label, fake_label = 2, 1.0, 0.0
net_g = nn.Sequential(nn.Linear(nz, 6), nn.BatchNorm1d(6), nn.ReLU(True), nn.Linear(6, 4), nn.Tanh())
net_d = nn.Sequential(nn.Linear(4, 6), nn.LeakyReLU(0.2, inplace=True), nn.Linear(6, 1), nn.Sigmoid())
criterion = nn.BCELoss()
optimizer_d = torch.optim.Adam(net_d.parameters(), lr=2e-4, betas=(0.5, 0.999))
optimizer_g = torch.optim.Adam(net_g.parameters(), lr=2e-4, betas=(0.5, 0.999))
fixed_noise = torch.randn(3, nz)
g_losses, d_losses, pictures = [], [], []
for i, real in enumerate(torch.randn(5, 4, 4)):
    net_d.zero_grad()
    label = torch.full((len(real),), real_label)
    err_d_real = criterion(net_d(real).view(-1), label)
    err_d_real.backward()
    fake = net_g(torch.randn(len(real), nz))
    label.fill_(fake_label)
    err_d_fake = criterion(net_d(fake.detach()).view(-1), label)
    err_d_fake.backward()
    err_d = err_d_real + err_d_fake
    optimizer_d.step()

    net_g.zero_grad()
    label.fill_(real_label)
    err_g = criterion(net_d(fake).view(-1), label)
    err_g.backward()
    optimizer_g.step()

    g_losses.append(err_g)  # ! GL203
    d_losses.append(err_d)  # ! GL203
    if i % 2 == 0:
        with torch.no_grad():
            pictures.append(net_g(fixed_noise).detach())
print(len(g_losses), len(d_losses), len(pictures))
