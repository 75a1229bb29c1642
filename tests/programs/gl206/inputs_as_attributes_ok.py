"""Both go through save_for_backward."""

import torch
from torch import nn


class ScaledSquare(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, scale):
        ctx.save_for_backward(x, scale)
        return scale * x * x

    @staticmethod
    def backward(ctx, grad):
        x, scale = ctx.saved_tensors
        return 2 * scale * x * grad, (x * x * grad).sum()


layer = nn.Linear(3, 2)
scale = nn.Parameter(torch.tensor(0.5))
ScaledSquare.apply(layer(torch.randn(4, 3)), scale).sum().backward()
print(scale.grad)
