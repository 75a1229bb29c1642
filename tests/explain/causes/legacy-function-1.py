"""A custom Function has no static methods, and an instance of it is called."""

import torch


class Double(torch.autograd.Function):
    def forward(self, inputs):
        return inputs * 2

    def backward(self, gradient):
        return gradient * 2


doubled = Double()(torch.randn(3, requires_grad=True))  # raises
