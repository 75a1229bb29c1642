"""The gradient is only requested where the positions require grad."""

import sys

import torch
from torch import nn

model = nn.Sequential(nn.Linear(3, 8), nn.Tanh(), nn.Linear(8, 1))
with_forces = len(sys.argv) < 10


def energy_and_forces(positions, with_forces):
    if with_forces:
        positions.requires_grad_(True)
    energy = model(positions).sum()
    forces = None
    if with_forces:
        (forces,) = torch.autograd.grad(energy, positions)
    return energy, forces


print(energy_and_forces(torch.randn(5, 3), with_forces))
