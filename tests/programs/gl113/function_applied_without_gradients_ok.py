"""Nothing calls the backward of a Function whose arguments do not require grad."""

import torch
from torch import nn


class Scale(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, factor):
        return x * factor

    @staticmethod
    def backward(ctx, gradient):
        return gradient * 2


weight = torch.ones(3, requires_grad=True)
(Scale.apply(torch.randn(8, 3), 0.5) * weight).sum().backward()
