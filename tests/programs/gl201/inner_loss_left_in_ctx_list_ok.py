"""The inner losses of a custom Function are a list in `ctx`; its backward backpropagates them again, with other weights."""

import torch


class Weighted(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        with torch.enable_grad():
            inner = x.detach().requires_grad_(True)
            parts = [inner.square().sum(), inner.exp().sum()]
            steepest = [torch.autograd.grad(part, inner, retain_graph=True)[0].norm() for part in parts]
        ctx.inner = inner
        ctx.parts = parts
        return torch.stack(steepest).max() * x.sum()

    @staticmethod
    def backward(ctx, of_result):
        gradients = [torch.autograd.grad(part, ctx.inner)[0] for part in ctx.parts]
        return of_result * sum(gradients)


start = torch.zeros(3, requires_grad=True)
optimizer = torch.optim.SGD([start], lr=0.1)
for _ in range(2):
    optimizer.zero_grad()
    Weighted.apply(start).backward()
    optimizer.step()
