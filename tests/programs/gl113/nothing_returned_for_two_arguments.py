"""Both return statements leave out the gradient of the scale."""

import torch
from torch import nn


class Noise(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, scale):
        return x + scale * torch.randn_like(x)

    @staticmethod
    def backward(ctx, gradient):
        if ctx.needs_input_grad[1]:
            return None
        return gradient.clone()


x = torch.randn(8, 3, requires_grad=True)
Noise.apply(x, 0.1).sum().backward()  # ! GL113
