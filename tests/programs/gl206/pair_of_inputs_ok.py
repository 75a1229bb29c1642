"""save_for_backward keeps both inputs."""

import torch
from torch.autograd import Function


class Bilinear(Function):
    @staticmethod
    def forward(context, left, right):
        context.save_for_backward(left, right)
        return left @ right

    @staticmethod
    def backward(context, grad):
        left, right = context.saved_tensors
        return grad @ right.t(), left.t() @ grad


a = torch.randn(2, 3, requires_grad=True)
b = torch.randn(3, 2, requires_grad=True)
Bilinear.apply(a, b).sum().backward()
