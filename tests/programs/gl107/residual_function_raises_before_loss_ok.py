"""The slope is computed with create_graph, so that the helper can differentiate it."""

import torch
from torch import nn

net = nn.Sequential(nn.Linear(2, 8), nn.Tanh(), nn.Linear(8, 1))


def curvature(slope, points):
    (second,) = torch.autograd.grad(slope.sum(), points, create_graph=True)
    return second


def step(points):
    values = net(points)
    (slope,) = torch.autograd.grad(values.sum(), points, create_graph=True)
    residual = curvature(slope, points)
    loss = values.pow(2).mean() + residual.pow(2).mean()
    loss.backward()


step(torch.rand(8, 2, requires_grad=True))
