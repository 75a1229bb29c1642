"""A custom Function returns one gradient for two inputs."""
import torch


class Scale(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, factor):
        ctx.factor = factor
        return x * factor

    @staticmethod
    def backward(ctx, grad):
        return grad * ctx.factor  # <- other


x = torch.randn(3, requires_grad=True)
loss = Scale.apply(x, 2.0).sum()
loss.backward()  # <- raised
