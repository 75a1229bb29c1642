"""A custom Function keeps the output of its inner graph in `ctx`: its backward goes through that graph, which an earlier one must retain."""

import torch
from torch import nn


class Reversible(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, layer, *weights):
        with torch.enable_grad():
            x = x.detach().requires_grad_(True)
            y = layer(x)
            penalty = torch.autograd.grad(y.square().sum(), x, retain_graph=True)[0]
        ctx.save_for_backward(*weights)
        ctx.x, ctx.y = x, y
        return y.detach(), penalty.square().sum()

    @staticmethod
    def backward(ctx, of_y, of_penalty):
        x_grad, *rest = torch.autograd.grad(ctx.y, (ctx.x, *ctx.saved_tensors), of_y)
        return (x_grad, None, *rest)


layer = nn.Sequential(nn.Linear(3, 3), nn.Tanh())
first = nn.Linear(3, 3)
optimizer = torch.optim.SGD((*first.parameters(), *layer.parameters()), lr=0.1)
for _ in range(2):
    optimizer.zero_grad()
    output, penalty = Reversible.apply(first(torch.randn(2, 3)), layer, *layer.parameters())
    output.sum().backward()
    optimizer.step()
