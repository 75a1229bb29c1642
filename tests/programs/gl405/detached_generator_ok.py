"""The generator makes new samples for its own loss, with their graph."""

import torch
import torch.nn.functional as F
from torch import nn

G, D = nn.Linear(3, 4), nn.Linear(4, 1)
og, od = torch.optim.Adam(G.parameters()), torch.optim.Adam(D.parameters())
for real in torch.randn(3, 5, 4):
    with torch.no_grad():
        fake = G(torch.randn(5, 3))
    d_loss = F.softplus(-D(real)).mean() + F.softplus(D(fake)).mean()
    od.zero_grad()
    d_loss.backward()
    od.step()
    g_loss = F.softplus(-D(G(torch.randn(5, 3)))).mean()
    og.zero_grad()
    g_loss.backward()
    og.step()
