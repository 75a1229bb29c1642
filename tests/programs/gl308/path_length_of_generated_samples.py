"""A helper penalizes the slope of the critic at the data; the backward through the generator is not needed."""

import torch
from torch import nn


def slope_at(critic, samples):
    (slope,) = torch.autograd.grad(critic(samples).sum(), [samples], create_graph=True)
    return slope.pow(2).sum(1).mean()


def train(generator, critic, batches):
    first = torch.optim.SGD(generator.parameters(), lr=0.1)
    second = torch.optim.SGD(critic.parameters(), lr=0.1)
    for real in batches:
        first.zero_grad()
        critic(generator(torch.randn(8, 2))).mean().neg().backward()
        first.step()
        samples = generator(torch.randn(8, 2))
        second.zero_grad()
        (critic(samples) - critic(real) + slope_at(critic, real.requires_grad_())).mean().backward()  # ! GL308
        second.step()


train(nn.Linear(2, 3), nn.Sequential(nn.Linear(3, 4), nn.Tanh(), nn.Linear(4, 1)), torch.randn(3, 8, 3))
