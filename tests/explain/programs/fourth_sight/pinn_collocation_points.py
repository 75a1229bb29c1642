"""A physics-informed network: the collocation points of the boundary do not require grad."""
import math

import torch
from torch import nn


def sample_interior(n):
    return torch.rand(n, 1).mul(math.pi).requires_grad_()


def sample_boundary(n):
    return torch.zeros(n, 1)  # <- leaf


def derivative(u, x):
    return torch.autograd.grad(u, x, grad_outputs=torch.ones_like(u), create_graph=True)[0]  # <- raised


field = nn.Sequential(nn.Linear(1, 16), nn.Tanh(), nn.Linear(16, 1))
for step in range(3):
    inside, edge = sample_interior(12), sample_boundary(4)
    residual = derivative(derivative(field(inside), inside), inside) + field(inside)
    slope = derivative(field(edge), edge)
    loss = residual.pow(2).mean() + (slope - 1).pow(2).mean()
    loss.backward()
