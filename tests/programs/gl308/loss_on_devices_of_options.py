"""A GAN whose networks an `initialize` method makes: the discriminator's loss, on several devices or one, reaches the generator."""

from types import SimpleNamespace

import torch
from torch import nn


def run_on(module, x, devices):
    if len(devices) > 1:
        return nn.parallel.data_parallel(module, x, devices)
    return module(x)


class Gan:
    def initialize(self, options):
        self.devices = options.devices
        self.generator = nn.Linear(options.size, options.size)
        self.discriminator = nn.Sequential(nn.Linear(options.size, 8), nn.LeakyReLU(0.2), nn.Linear(8, 1))
        self.optimizer_g = torch.optim.Adam(self.generator.parameters(), lr=options.lr)
        self.optimizer_d = torch.optim.Adam(self.discriminator.parameters(), lr=options.lr)

    def forward(self, noise):
        self.fake = self.generator(noise)

    def train_discriminator(self, real):
        scores = run_on(self.discriminator, self.fake, self.devices)
        self.loss_d = scores.mean() - run_on(self.discriminator, real, self.devices).mean()
        self.loss_d.backward()  # ! GL308

    def train_generator(self):
        self.loss_g = -run_on(self.discriminator, self.fake, self.devices).mean()
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


gan = Gan()
gan.initialize(SimpleNamespace(size=3, devices=[], lr=0.1))
for _ in range(4):
    gan.optimize(torch.randn(4, 3), torch.randn(4, 3))
