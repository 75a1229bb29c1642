"""The helper moves nothing, and what its caller makes of the leaf is none."""

import torch
from torch import nn

from types import SimpleNamespace

args = SimpleNamespace(double=True, steps=4)


def noise():
    z = torch.randn(1, 6)
    z.requires_grad_(True)
    return z


def invert(generator, target):
    z = noise()
    if args.double:
        z = z.double()
        target = target.double()
    for _ in range(args.steps):
        generator.zero_grad()
        loss = (generator(z) - target).pow(2).mean()
        loss.backward()
        print(z.grad)  # ! GL404
    return z


generator = nn.Linear(6, 4).double()
print(invert(generator, torch.randn(1, 4)).shape)
