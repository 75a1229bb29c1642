import torch


class Double(torch.autograd.Function):
    @staticmethod
    def forward(ctx, inputs):
        return inputs * 2

    @staticmethod
    def backward(ctx, gradient):
        return gradient * 2


doubled = Double.apply(torch.randn(3, requires_grad=True))
