"""The output goes through save_for_backward."""

import torch


class Softsign(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        result = x / (1 + x.abs())
        ctx.save_for_backward(result)
        return result

    @staticmethod
    def backward(ctx, grad_output):
        (result,) = ctx.saved_tensors
        return grad_output * (1 - result.abs()) ** 2


softsign = Softsign.apply
signal = torch.randn(5, requires_grad=True)
softsign(signal).pow(2).sum().backward()
print(signal.grad)
