"""Networks with very many blocks translate a picture and back again: the backward of the way back uses the first translation."""

import torch
from torch import nn


class Block(nn.Module):
    def __init__(self, width):
        super().__init__()
        self.layers = nn.Sequential(nn.Linear(width, width), nn.ReLU())

    def forward(self, inputs):
        return inputs + self.layers(inputs)


class Translator(nn.Module):
    def __init__(self, width=4, count=9):
        super().__init__()
        self.first = nn.Linear(3, width)
        self.blocks = nn.Sequential(*[Block(width) for _ in range(count)])
        self.last = nn.Sequential(nn.Linear(width, 3), nn.Tanh())

    def forward(self, picture):
        return self.last(self.blocks(self.first(picture)))


there, back = Translator(), Translator()
discriminator = nn.Sequential(nn.Linear(3, 1), nn.Sigmoid())
discriminator_optimizer = torch.optim.Adam(discriminator.parameters(), lr=1e-3)
optimizer = torch.optim.Adam([*there.parameters(), *back.parameters()], lr=1e-3)
for _ in range(3):
    picture = torch.randn(4, 3)
    fake = there(picture)
    discriminator_loss = nn.functional.mse_loss(discriminator(fake.detach()), torch.zeros(4, 1))
    discriminator_optimizer.zero_grad()
    discriminator_loss.backward()
    discriminator_optimizer.step()
    loss = nn.functional.l1_loss(back(fake), picture)
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
