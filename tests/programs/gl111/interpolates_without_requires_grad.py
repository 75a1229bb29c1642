"""Data mixed with samples from under no_grad does not require grad, so the penalty has no gradient to penalize."""

import torch
from torch import nn

critic = nn.Sequential(nn.Linear(4, 8), nn.ReLU(), nn.Linear(8, 1))
generator = nn.Linear(2, 4)


def gradient_penalty(real, fake):
    alpha = torch.rand(real.size(0), 1)
    interpolates = alpha * real + (1 - alpha) * fake
    scores = critic(interpolates)
    (gradient,) = torch.autograd.grad(scores, interpolates, torch.ones_like(scores), create_graph=True)  # ! GL111
    return (gradient.norm(2, dim=1) - 1).pow(2).mean()


real = torch.randn(8, 4)
with torch.no_grad():
    fake = generator(torch.randn(8, 2))
gradient_penalty(real, fake).backward()
