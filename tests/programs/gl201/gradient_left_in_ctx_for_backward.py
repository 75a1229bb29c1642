"""A custom Function keeps a gradient of its inner graph, and no part of the graph: its backward scales it, so that retaining is useless."""

import torch
from torch import nn


class Reversible(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, layer, *weights):
        with torch.enable_grad():
            x = x.detach().requires_grad_(True)
            y = layer(x)
            penalty = torch.autograd.grad(y.square().sum(), x, retain_graph=True)[0]  # ! GL201
        ctx.save_for_backward(penalty)
        return y.detach(), penalty.square().sum()

    @staticmethod
    def backward(ctx, of_y, of_penalty):
        (penalty,) = ctx.saved_tensors
        return (of_y * penalty, None, None, None)


layer = nn.Sequential(nn.Linear(3, 3), nn.Tanh())
first = nn.Linear(3, 3)
optimizer = torch.optim.SGD(first.parameters(), lr=0.1)
for _ in range(2):
    optimizer.zero_grad()
    output, penalty = Reversible.apply(first(torch.randn(2, 3)), layer, *layer.parameters())
    output.sum().backward()
    optimizer.step()
