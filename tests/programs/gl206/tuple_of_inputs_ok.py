"""All three are saved as they should be."""

import torch
from torch.autograd import Function


class Interpolate(Function):
    @staticmethod
    def forward(ctx, left, right, share):
        ctx.save_for_backward(left, right, share)
        return left + share * (right - left)

    @staticmethod
    def backward(ctx, grad):
        left, right, share = ctx.saved_tensors
        return grad * (1 - share), grad * share, (grad * (right - left)).sum()


ends = torch.randn(2, 4, requires_grad=True)
share = torch.tensor(0.25, requires_grad=True)
Interpolate.apply(ends[0], ends[1], share).abs().sum().backward()
print(share.grad)
