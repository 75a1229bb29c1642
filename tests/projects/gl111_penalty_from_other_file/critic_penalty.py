"""The penalty is computed on data that does not require grad."""

import torch


def penalty(critic, real, fake):
    weight = torch.rand(len(real), 1)
    mixed = torch.lerp(fake, real, weight)
    scores = critic(mixed)
    (gradient,) = torch.autograd.grad(scores.sum(), mixed, create_graph=True)  # ! GL111
    return (gradient.norm(dim=1) - 1).pow(2).mean()
