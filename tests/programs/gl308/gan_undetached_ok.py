"""The generator makes its samples for the discriminator under no_grad."""

import torch
from torch import nn

G, D = nn.Linear(4, 6), nn.Linear(6, 1)
og = torch.optim.Adam(G.parameters())
od = torch.optim.Adam(D.parameters())
bce = nn.BCEWithLogitsLoss()
one, zero = torch.ones(5, 1), torch.zeros(5, 1)
for real in torch.randn(3, 5, 6):
    with torch.no_grad():
        fake = G(torch.randn(5, 4))
    d_loss = bce(D(real), one) + bce(D(fake), zero)
    od.zero_grad()
    d_loss.backward()
    od.step()
    g_loss = bce(D(G(torch.randn(5, 4))), one)
    og.zero_grad()
    g_loss.backward()
    og.step()
