"""CycleGAN: one backward for both generators, then one for each discriminator, on fakes from a buffer without graphs."""

import itertools
import random

import torch
from torch import nn


class ReplayBuffer:
    def __init__(self, size):
        self.size, self.data = size, []

    def push_and_pop(self, batch):
        result = []
        for element in batch.detach():
            element = element.unsqueeze(0)
            if len(self.data) < self.size:
                self.data.append(element)
                result.append(element)
            elif random.random() > 0.5:
                index = random.randrange(self.size)
                result.append(self.data[index].clone())
                self.data[index] = element
            else:
                result.append(element)
        return torch.cat(result)


def generator():
    return nn.Sequential(nn.Linear(4, 6), nn.ReLU(), nn.Linear(6, 4))


def discriminator():
    return nn.Sequential(nn.Linear(4, 6), nn.LeakyReLU(0.2), nn.Linear(6, 1))


def set_requires_grad(networks, requires_grad):
    for network in networks:
        for parameter in network.parameters():
            parameter.requires_grad = requires_grad


g_ab, g_ba, d_a, d_b = generator(), generator(), discriminator(), discriminator()
gan_loss, cycle_loss, identity_loss = nn.MSELoss(), nn.L1Loss(), nn.L1Loss()
optimizer_g = torch.optim.Adam(itertools.chain(g_ab.parameters(), g_ba.parameters()), lr=2e-4)
optimizer_d_a = torch.optim.Adam(d_a.parameters(), lr=2e-4)
optimizer_d_b = torch.optim.Adam(d_b.parameters(), lr=2e-4)
buffer_a, buffer_b = ReplayBuffer(3), ReplayBuffer(3)
valid, fake = torch.ones(2, 1), torch.zeros(2, 1)
for real_a, real_b in zip(torch.randn(3, 2, 4), torch.randn(3, 2, 4)):
    set_requires_grad([d_a, d_b], False)
    optimizer_g.zero_grad()
    loss_identity = (identity_loss(g_ba(real_a), real_a) + identity_loss(g_ab(real_b), real_b)) / 2
    fake_b, fake_a = g_ab(real_a), g_ba(real_b)
    loss_gan = (gan_loss(d_b(fake_b), valid) + gan_loss(d_a(fake_a), valid)) / 2
    loss_cycle = (cycle_loss(g_ba(fake_b), real_a) + cycle_loss(g_ab(fake_a), real_b)) / 2
    loss_g = loss_gan + 10.0 * loss_cycle + 5.0 * loss_identity
    loss_g.backward()
    optimizer_g.step()

    set_requires_grad([d_a, d_b], True)
    for network, optimizer, buffer, real, made in (
        (d_a, optimizer_d_a, buffer_a, real_a, fake_a),
        (d_b, optimizer_d_b, buffer_b, real_b, fake_b),
    ):
        optimizer.zero_grad()
        loss_real = gan_loss(network(real), valid)
        loss_fake = gan_loss(network(buffer.push_and_pop(made)), fake)
        ((loss_real + loss_fake) / 2).backward()
        optimizer.step()
