"""The inputs are kept in a tuple on ctx, which is the same as one by one."""

import torch
from torch.autograd import Function


class Interpolate(Function):
    @staticmethod
    def forward(ctx, left, right, share):
        ctx.ends = (left, right)  # ! GL206
        ctx.save_for_backward(share)
        return left + share * (right - left)

    @staticmethod
    def backward(ctx, grad):
        (share,) = ctx.saved_tensors
        left, right = ctx.ends
        return grad * (1 - share), grad * share, (grad * (right - left)).sum()


ends = torch.randn(2, 4, requires_grad=True)
share = torch.tensor(0.25, requires_grad=True)
Interpolate.apply(ends[0], ends[1], share).abs().sum().backward()
print(share.grad)
