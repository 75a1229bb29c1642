"""The argument of a custom Function comes from a caller that the file does not show: it may require grad."""

import torch
from torch.autograd import Function


class Softsign(Function):
    @staticmethod
    def forward(ctx, x):
        output = x / (1 + x.abs())
        ctx.save_for_backward(x)
        return output

    @staticmethod
    def backward(ctx, gradient):
        (x,) = ctx.saved_tensors
        return gradient / (1 + x.abs()) ** 2


def gradient_of(x):
    y = Softsign.apply(x)
    y.backward(torch.ones_like(x))
    return x.grad


COMMANDS = {"gradient": gradient_of}
print(COMMANDS["grad" + "ient"](torch.randn(4, requires_grad=True)))
