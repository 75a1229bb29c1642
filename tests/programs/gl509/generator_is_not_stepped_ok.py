"""The generator's loss is backpropagated, and only the discriminator's optimizer steps."""

import torch
from torch import nn

bce = nn.BCEWithLogitsLoss()


class Generator(nn.Module):
    def __init__(self, z=8):
        super().__init__()
        self.net = nn.Sequential(nn.Linear(z, 16), nn.ReLU(), nn.Linear(16, 4))

    def forward(self, z):
        return self.net(z)


class Discriminator(nn.Module):
    def __init__(self):
        super().__init__()
        self.net = nn.Sequential(nn.Linear(4, 16), nn.LeakyReLU(0.2), nn.Linear(16, 1))

    def forward(self, x):
        return self.net(x)


def train(loader, epochs=1):
    G, D = Generator(), Discriminator()
    optG = torch.optim.Adam(G.parameters(), lr=2e-4)
    optD = torch.optim.Adam(D.parameters(), lr=2e-4)
    for epoch in range(epochs):
        for real in loader:
            n = real.size(0)
            z = torch.randn(n, 8)
            optD.zero_grad()
            fake = G(z)
            d_loss = bce(D(real), torch.ones(n, 1)) + bce(D(fake.detach()), torch.zeros(n, 1))
            d_loss.backward()
            optD.step()
            optG.zero_grad()
            g_loss = bce(D(fake), torch.ones(n, 1))
            g_loss.backward()
            optG.step()


train([torch.randn(4, 4) for _ in range(3)])
