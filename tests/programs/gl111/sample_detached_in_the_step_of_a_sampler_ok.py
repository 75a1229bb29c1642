"""The detached sample is made a leaf that requires grad."""

import torch
from torch import nn


class Langevin:
    def __init__(self, energy):
        self.energy = energy

    def step(self, x):
        x = x.detach()
        x.requires_grad_()
        (force,) = torch.autograd.grad(self.energy(x).sum(), x)
        return x - 0.01 * force + 0.1 * torch.randn_like(x)


sampler = Langevin(nn.Sequential(nn.Linear(2, 8), nn.Tanh(), nn.Linear(8, 1)))
sample = torch.randn(4, 2)
for _ in range(3):
    sample = sampler.step(sample)
