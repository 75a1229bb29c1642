"""The backward of a custom Function swaps its gradients."""
import torch


class Product(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, w):
        ctx.save_for_backward(x, w)
        return x @ w

    @staticmethod
    def backward(ctx, grad):
        x, w = ctx.saved_tensors
        return x.t() @ grad, grad @ w.t()  # <- other


x, w = torch.randn(2, 3, requires_grad=True), torch.randn(3, 4, requires_grad=True)
Product.apply(x, w).sum().backward()  # <- raised
