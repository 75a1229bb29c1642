"""The module keeps the `apply` of the Function."""

import torch
from torch import nn


class Straight(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        return x.round()

    @staticmethod
    def backward(ctx, gradient):
        return gradient.clone()


class Quantizer(nn.Module):
    def __init__(self):
        super().__init__()
        self.layer = nn.Linear(3, 2)
        self.quantize = Straight.apply

    def forward(self, x):
        return self.quantize(self.layer(x))


Quantizer()(torch.randn(8, 3)).sum().backward()
