"""The test is the wrong way round: zeros replace each gradient, and they have no graph."""

import sys

import torch
from torch import nn


def gradients(y, xs):
    return torch.autograd.grad([y], xs, grad_outputs=[torch.ones_like(y)], create_graph=True, allow_unused=False)


def curvature(y, xs):
    filled = [torch.zeros_like(xs[i]) if g is not None else g for i, g in enumerate(gradients(y, xs))]
    return [torch.autograd.grad([g], xs, grad_outputs=[torch.ones_like(g)], create_graph=True)[0] for g in filled]  # ! GL107


operator = getattr(sys.modules[__name__], sys.argv[1] if len(sys.argv) > 1 else "curvature")
net = nn.Sequential(nn.Linear(1, 16), nn.Tanh(), nn.Linear(16, 1))
for _ in range(3):
    x = torch.rand(8, 1, requires_grad=True)
    loss = (operator(net(x), [x])[0] - x).pow(2).mean()
    loss.backward()
