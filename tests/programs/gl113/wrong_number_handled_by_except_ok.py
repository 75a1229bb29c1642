"""The program expects the error."""

import torch
from torch import nn


class Scale(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, factor):
        return x * factor

    @staticmethod
    def backward(ctx, gradient):
        return gradient * 2


x = torch.randn(8, 3, requires_grad=True)
try:
    Scale.apply(x, 0.5).sum().backward()
except RuntimeError as error:
    print(error)
