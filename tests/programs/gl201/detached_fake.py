"""The fake was made under no_grad, so the generator's step shares no graph with this backward."""

import torch
from torch import nn


def train_d(D, G, opt, real, z):
    opt.zero_grad()
    with torch.no_grad():
        fake = G(z)
    loss = torch.relu(1 - D(real)).mean() + torch.relu(1 + D(fake)).mean()
    loss.backward(retain_graph=True)  # ! GL201
    opt.step()


def train_g(D, G, opt, z):
    opt.zero_grad()
    loss = -D(G(z)).mean()
    loss.backward()
    opt.step()


G, D = nn.Linear(3, 5), nn.Sequential(nn.Linear(5, 8), nn.LeakyReLU(0.1), nn.Linear(8, 1))
og, od = torch.optim.Adam(G.parameters()), torch.optim.Adam(D.parameters())
for i in range(4):
    train_d(D, G, od, torch.randn(6, 5), torch.randn(6, 3))
    if i % 2 == 0:
        train_g(D, G, og, torch.randn(6, 3))
