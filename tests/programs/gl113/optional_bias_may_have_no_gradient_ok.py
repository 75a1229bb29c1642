"""Without a bias, its gradient stays None."""

import torch
from torch import nn


class Affine(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, weight, bias=None):
        ctx.save_for_backward(x, weight)
        ctx.has_bias = bias is not None
        return x @ weight.t() if bias is None else x @ weight.t() + bias

    @staticmethod
    def backward(ctx, gradient):
        x, weight = ctx.saved_tensors
        of_bias = None
        if ctx.has_bias:
            of_bias = gradient.sum(0)
        return gradient @ weight, gradient.t() @ x, of_bias


weight = nn.Parameter(torch.randn(2, 3))
Affine.apply(torch.randn(8, 3), weight).pow(2).mean().backward()
Affine.apply(torch.randn(8, 3), weight, nn.Parameter(torch.zeros(2))).pow(2).mean().backward()
