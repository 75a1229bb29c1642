"""The bias has a gradient."""

import torch
from torch import nn


class Affine(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, weight, bias):
        ctx.save_for_backward(x, weight)
        return x @ weight.t() + bias

    @staticmethod
    def backward(ctx, gradient):
        x, weight = ctx.saved_tensors
        return gradient @ weight, gradient.t() @ x, gradient.sum(0)


weight, bias = nn.Parameter(torch.randn(2, 3)), nn.Parameter(torch.zeros(2))
output = Affine.apply(torch.randn(8, 3), weight, bias)
output.pow(2).mean().backward()
