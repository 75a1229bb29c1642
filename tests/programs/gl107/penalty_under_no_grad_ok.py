"""The penalty is also computed in evaluation, under no_grad: where the score has no graph, autograd.grad is skipped."""

import torch
from torch import nn

critic = nn.Sequential(nn.Linear(4, 8), nn.Tanh(), nn.Linear(8, 1))


def penalty(critic, real, fake):
    mixed = (0.3 * real + 0.7 * fake.detach()).requires_grad_(True)
    score = critic(mixed)
    if score.grad_fn is None:
        return torch.zeros(())
    slope = torch.autograd.grad(score.sum(), mixed, create_graph=True)[0]
    return (slope.norm(dim=1) - 1).pow(2).mean()


real, fake = torch.randn(8, 4), torch.randn(8, 4)
loss = penalty(critic, real, fake)
loss.backward()
with torch.no_grad():
    penalty(critic, real, fake)
