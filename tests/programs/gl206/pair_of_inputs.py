"""The inputs are kept in a tuple on the context, which autograd does not see: no version check, and no release."""

import torch
from torch.autograd import Function


class Bilinear(Function):
    @staticmethod
    def forward(context, left, right):
        context.pair = (left, right)  # ! GL206
        return left @ right

    @staticmethod
    def backward(context, grad):
        left, right = context.pair
        return grad @ right.t(), left.t() @ grad


a = torch.randn(2, 3, requires_grad=True)
b = torch.randn(3, 2, requires_grad=True)
Bilinear.apply(a, b).sum().backward()
