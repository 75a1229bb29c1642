"""Without `allow_unused`, autograd.grad returns no None: the zeros that would replace one are never made."""

import sys

import torch
from torch import nn


def gradients(y, xs):
    return torch.autograd.grad([y], xs, grad_outputs=[torch.ones_like(y)], create_graph=True, allow_unused=False)


def curvature(y, xs):
    filled = [g if g is not None else torch.zeros_like(xs[i]) for i, g in enumerate(gradients(y, xs))]
    return [torch.autograd.grad([g], xs, grad_outputs=[torch.ones_like(g)], create_graph=True)[0] for g in filled]


operator = getattr(sys.modules[__name__], sys.argv[1] if len(sys.argv) > 1 else "curvature")
net = nn.Sequential(nn.Linear(1, 16), nn.Tanh(), nn.Linear(16, 1))
for _ in range(3):
    x = torch.rand(8, 1, requires_grad=True)
    loss = (operator(net(x), [x])[0] - x).pow(2).mean()
    loss.backward()
