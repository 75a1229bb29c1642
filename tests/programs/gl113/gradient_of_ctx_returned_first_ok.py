"""Only the argument of `apply` has a gradient."""

import torch
from torch import nn


class Square(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        ctx.save_for_backward(x)
        return x * x

    @staticmethod
    def backward(ctx, gradient):
        (x,) = ctx.saved_tensors
        return 2 * x * gradient


x = torch.randn(8, 3, requires_grad=True)
(slope,) = torch.autograd.grad(Square.apply(x).sum(), x)
print(slope.shape)
