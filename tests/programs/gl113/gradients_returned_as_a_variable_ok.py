"""The number of gradients is that of a computed tuple."""

import torch
from torch import nn


class Scale(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, *options):
        ctx.options = options
        return x * 2

    @staticmethod
    def backward(ctx, gradient):
        gradients = (gradient * 2,) + (None,) * len(ctx.options)
        return gradients


x = torch.randn(8, 3, requires_grad=True)
Scale.apply(x, 1, 2).sum().backward()
