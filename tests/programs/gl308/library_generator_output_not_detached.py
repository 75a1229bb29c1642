"""The discriminator's backward goes through the generator, whose gradients are zeroed before they are used."""

import torch
from torch import nn


class Generator(nn.Module):
    def __init__(self):
        super().__init__()
        self.model = nn.Sequential(nn.Linear(4, 8), nn.LeakyReLU(0.2), nn.Linear(8, 6), nn.Tanh())

    def forward(self, z):
        return self.model(z)


class Discriminator(nn.Module):
    def __init__(self):
        super().__init__()
        self.model = nn.Sequential(nn.Linear(6, 8), nn.LeakyReLU(0.2), nn.Linear(8, 1), nn.Sigmoid())

    def forward(self, image):
        return self.model(image)


adversarial_loss = nn.BCELoss()
generator, discriminator = Generator(), Discriminator()
optimizer_G = torch.optim.Adam(generator.parameters(), lr=2e-4)
optimizer_D = torch.optim.Adam(discriminator.parameters(), lr=2e-4)
for epoch in range(2):
    for real in torch.rand(3, 5, 6):
        valid, fake = torch.ones(5, 1), torch.zeros(5, 1)
        optimizer_D.zero_grad()
        images = generator(torch.randn(5, 4))
        d_loss = (adversarial_loss(discriminator(real), valid) + adversarial_loss(discriminator(images), fake)) / 2
        d_loss.backward()  # ! GL308
        optimizer_D.step()
        optimizer_G.zero_grad()
        g_loss = adversarial_loss(discriminator(generator(torch.randn(5, 4))), valid)
        g_loss.backward()
        optimizer_G.step()
        print(d_loss.item(), g_loss.item())
