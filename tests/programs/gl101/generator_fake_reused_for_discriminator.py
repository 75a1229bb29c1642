"""The images of the generator's backward are given to the discriminator undetached: the graph is gone."""

import torch
from torch import nn

generator = nn.Sequential(nn.Linear(4, 8), nn.LeakyReLU(0.2), nn.Linear(8, 6), nn.Tanh())
discriminator = nn.Sequential(nn.Linear(6, 8), nn.LeakyReLU(0.2), nn.Linear(8, 1), nn.Sigmoid())
adversarial_loss = nn.BCELoss()
optimizer_G = torch.optim.Adam(generator.parameters(), lr=2e-4)
optimizer_D = torch.optim.Adam(discriminator.parameters(), lr=2e-4)
for real in torch.rand(3, 5, 6):
    valid, fake = torch.ones(5, 1), torch.zeros(5, 1)
    optimizer_G.zero_grad()
    images = generator(torch.randn(5, 4))
    g_loss = adversarial_loss(discriminator(images), valid)
    g_loss.backward()
    optimizer_G.step()
    optimizer_D.zero_grad()
    d_loss = (adversarial_loss(discriminator(real), valid) + adversarial_loss(discriminator(images), fake)) / 2
    d_loss.backward()  # ! GL101
    optimizer_D.step()
