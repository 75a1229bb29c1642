"""requires_grad is tested before each backward: without a graph, none is called."""

import torch
from torch import nn

critic = nn.Sequential(nn.Linear(4, 8), nn.Tanh(), nn.Linear(8, 1))


def slope(points):
    points = points.detach().requires_grad_(True)
    score = critic(points).sum()
    if not score.requires_grad:
        return None
    return torch.autograd.grad(score, points)[0]


def walked(points):
    score = critic(points).sum()
    if not score.is_leaf:
        score.backward()
    return score


def walked_by_its_function(points):
    score = critic(points).sum()
    if score.grad_fn:
        score.backward()
    return score


batch = torch.randn(8, 4)
for ask in (slope, walked, walked_by_its_function):
    ask(batch)
    with torch.no_grad():
        ask(batch)
