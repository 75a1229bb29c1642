"""The factor is an argument of `apply`, too, and needs a gradient."""

import torch
from torch import nn


class Scale(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, factor):
        ctx.factor = factor
        return x * factor

    @staticmethod
    def backward(ctx, gradient):
        return gradient * ctx.factor


x = torch.randn(8, 3, requires_grad=True)
Scale.apply(x, 0.5).sum().backward()  # ! GL113
