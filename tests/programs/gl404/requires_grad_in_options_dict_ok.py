"""The same option decides in a helper and in its caller whether a tensor moves: the second move finds it there."""

import torch
from torch import nn

from types import SimpleNamespace

args = SimpleNamespace(cuda=torch.cuda.is_available(), steps=4)


def noise():
    z = torch.randn(1, 6)
    if args.cuda:
        z = z.cuda()
    z.requires_grad_(True)
    return z


def invert(generator, target):
    z = noise()
    if args.cuda:
        z = z.cuda()
        target = target.cuda()
    for _ in range(args.steps):
        generator.zero_grad()
        loss = (generator(z) - target).pow(2).mean()
        loss.backward()
        z.data -= 0.1 * z.grad
        z.grad.zero_()
    return z


generator = nn.Linear(6, 4)
if args.cuda:
    generator.cuda()
print(invert(generator, torch.randn(1, 4)).shape)
