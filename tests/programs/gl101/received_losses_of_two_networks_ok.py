"""The received losses of two networks with an optimizer each: the loss of the discriminator detaches what the generator returned."""

import torch
from torch import nn


def train(generator, discriminator, discriminator_loss, generator_loss, batches):
    first = torch.optim.SGD(generator.parameters(), lr=0.1)
    second = torch.optim.SGD(discriminator.parameters(), lr=0.1)
    for real in batches:
        fake = generator(torch.randn(4, 2))
        second.zero_grad()
        discriminator_loss(fake, real).backward()
        first.zero_grad()
        generator_loss(fake).backward()
        second.step()
        first.step()


judge = nn.Linear(3, 1)
eval("train")(
    nn.Sequential(nn.Linear(2, 4), nn.ReLU(), nn.Linear(4, 3)),
    judge,
    lambda fake, real: judge(fake.detach()).mean() - judge(real).mean(),
    lambda fake: -judge(fake).mean(),
    torch.randn(2, 4, 3),
)
