"""The generator's loss is built before the discriminator's step, which changes the weights that its backward needs."""

import torch
from torch import nn

G = nn.Sequential(nn.Linear(4, 16), nn.ReLU(), nn.Linear(16, 6))
D = nn.Sequential(nn.Linear(6, 16), nn.LeakyReLU(), nn.Linear(16, 1), nn.Sigmoid())
optG = torch.optim.Adam(G.parameters(), lr=1e-3)
optD = torch.optim.Adam(D.parameters(), lr=1e-3)
bce = nn.BCELoss()
for it in range(2):
    real = torch.randn(8, 6)
    fake = G(torch.randn(8, 4))
    loss_d = bce(D(real), torch.ones(8, 1)) + bce(D(fake.detach()), torch.zeros(8, 1))
    loss_g = bce(D(fake), torch.ones(8, 1))
    optD.zero_grad()
    loss_d.backward()
    optD.step()
    optG.zero_grad()
    loss_g.backward()  # ! GL104
    optG.step()
