"""A penalty on a gradient differentiates a backward that is marked as differentiable once."""

import torch
from torch.autograd.function import once_differentiable


class Square(torch.autograd.Function):
    @staticmethod
    def forward(ctx, inputs):
        ctx.save_for_backward(inputs)
        return inputs * inputs

    @staticmethod
    @once_differentiable
    def backward(ctx, gradient):
        (inputs,) = ctx.saved_tensors
        return 2 * inputs * gradient


weight = torch.randn(3, requires_grad=True)
(gradient,) = torch.autograd.grad((Square.apply(weight) * weight).sum(), weight, create_graph=True)
gradient.pow(2).sum().backward()  # raises
