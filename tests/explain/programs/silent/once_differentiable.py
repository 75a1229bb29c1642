"""The backward of a Function is differentiated again."""
import torch
from torch.autograd.function import once_differentiable


class Square(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        ctx.save_for_backward(x)
        return x * x

    @staticmethod
    @once_differentiable
    def backward(ctx, grad):  # <- other
        (x,) = ctx.saved_tensors
        return 2 * x * grad


x = torch.randn(3, requires_grad=True)
(first,) = torch.autograd.grad((Square.apply(x) * x).sum(), x, create_graph=True)
first.sum().backward()  # <- raised
