"""A GAN whose networks and optimizers an `initialize` method makes detaches its samples."""

from types import SimpleNamespace

import torch
from torch import nn


class Discriminator(nn.Module):
    def __init__(self, size):
        super().__init__()
        self.main = nn.Sequential(nn.Linear(size, 8), nn.LeakyReLU(0.2), nn.Linear(8, 1))

    def forward(self, x):
        return self.main(x)


class Gan:
    def initialize(self, options):
        self.options = options
        self.generator = nn.Linear(options.size, options.size)
        self.discriminator = Discriminator(options.size)
        self.optimizer_g = torch.optim.Adam(self.generator.parameters(), lr=options.lr)
        self.optimizer_d = torch.optim.Adam(self.discriminator.parameters(), lr=options.lr)

    def forward(self, noise):
        self.fake = self.generator(noise)

    def train_discriminator(self, real):
        self.loss_d = self.discriminator(self.fake.detach()).mean() - self.discriminator(real).mean()
        self.loss_d.backward()

    def train_generator(self):
        self.loss_g = -self.discriminator(self.fake).mean()
        self.loss_g.backward()

    def optimize(self, noise, real):
        self.forward(noise)
        self.optimizer_d.zero_grad()
        self.train_discriminator(real)
        self.optimizer_d.step()
        self.forward(noise)
        self.optimizer_g.zero_grad()
        self.train_generator()
        self.optimizer_g.step()


gan = eval("Gan")()
gan.initialize(SimpleNamespace(size=3, lr=0.1))
for _ in range(3):
    gan.optimize(torch.randn(4, 3), torch.randn(4, 3))
