"""The discriminator's step backpropagates through the fake pictures into the generator, whose own step needs that graph again."""

import torch
from torch import nn, optim
from torch.utils.data import DataLoader, TensorDataset


class GANTrainer:
    def __init__(self, latent=8):
        self.latent = latent
        self.G = nn.Sequential(nn.Linear(latent, 16), nn.ReLU(), nn.Linear(16, 20), nn.Tanh())
        self.D = nn.Sequential(nn.Linear(20, 16), nn.LeakyReLU(0.2), nn.Linear(16, 1))
        self.opt_g = optim.Adam(self.G.parameters(), lr=2e-4, betas=(0.5, 0.999))
        self.opt_d = optim.Adam(self.D.parameters(), lr=2e-4, betas=(0.5, 0.999))
        self.bce = nn.BCEWithLogitsLoss()

    def d_step(self, real, fake):
        self.opt_d.zero_grad()
        ones, zeros = torch.ones(real.size(0), 1), torch.zeros(real.size(0), 1)
        loss = self.bce(self.D(real), ones) + self.bce(self.D(fake), zeros)
        loss.backward()
        self.opt_d.step()
        return loss.item()

    def g_step(self, fake):
        self.opt_g.zero_grad()
        loss = self.bce(self.D(fake), torch.ones(fake.size(0), 1))
        loss.backward()  # ! GL101
        self.opt_g.step()
        return loss.item()

    def fit(self, loader, epochs=1):
        for epoch in range(epochs):
            for (real,) in loader:
                fake = self.G(torch.randn(real.size(0), self.latent))
                d = self.d_step(real, fake)
                g = self.g_step(fake)
            print(epoch, d, g)


GANTrainer().fit(DataLoader(TensorDataset(torch.randn(12, 20)), batch_size=4))
