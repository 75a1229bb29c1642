"""The first derivative has a graph, and so has the second one, which is penalized."""

import torch
from torch import nn

potential = nn.Sequential(nn.Linear(1, 8), nn.Tanh(), nn.Linear(8, 1))
optimizer = torch.optim.Adam(potential.parameters())


def curvature(t):
    value = potential(t)
    first = torch.autograd.grad(value.sum(), t, create_graph=True)[0]
    return value, torch.autograd.grad(first.sum(), t, create_graph=True)[0]


for step in range(4):
    t = torch.linspace(0, 1, 9).view(-1, 1).requires_grad_()
    value, second = curvature(t)
    loss = (value - t.detach()).square().mean() + (second + 1).square().mean()
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
