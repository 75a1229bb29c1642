"""The backward of a custom Function returns its gradients in the wrong order."""

import torch


class Product(torch.autograd.Function):
    @staticmethod
    def forward(ctx, inputs, weight):
        ctx.save_for_backward(inputs, weight)
        return inputs @ weight

    @staticmethod
    def backward(ctx, gradient):
        inputs, weight = ctx.saved_tensors
        return inputs.t() @ gradient, gradient @ weight.t()


inputs, weight = torch.randn(2, 3, requires_grad=True), torch.randn(3, 4, requires_grad=True)
Product.apply(inputs, weight).sum().backward()  # raises
