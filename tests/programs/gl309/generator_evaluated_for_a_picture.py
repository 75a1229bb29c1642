"""The generator draws a picture in eval mode after each epoch of adversarial training."""

import torch
from torch import nn


generator = nn.Sequential(nn.Linear(2, 8), nn.BatchNorm1d(8), nn.ReLU(), nn.Linear(8, 4))
discriminator = nn.Sequential(nn.Linear(4, 8), nn.LeakyReLU(0.2), nn.Linear(8, 1))
opt_g = torch.optim.Adam(generator.parameters(), lr=1e-3)
opt_d = torch.optim.Adam(discriminator.parameters(), lr=1e-3)
bce = nn.BCEWithLogitsLoss()
ones, zeros = torch.ones(8, 1), torch.zeros(8, 1)
for epoch in range(4):
    for batch in range(2):
        fake = generator(torch.randn(8, 2))
        loss_d = bce(discriminator(torch.randn(8, 4)), ones) + bce(discriminator(fake.detach()), zeros)
        opt_d.zero_grad()
        loss_d.backward()
        opt_d.step()
        loss_g = bce(discriminator(fake), ones)
        opt_g.zero_grad()
        loss_g.backward()
        opt_g.step()
    generator.eval()  # ! GL309
    with torch.no_grad():
        picture = generator(torch.randn(1, 2))
    print(picture.mean().item())
