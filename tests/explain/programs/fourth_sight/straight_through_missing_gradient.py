"""A quantizer as a custom Function forgets the gradient of its second argument."""
import torch
from torch import nn


class Quantize(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, levels):
        ctx.levels = levels
        return (x * levels).round() / levels

    @staticmethod
    def backward(ctx, grad):
        return grad.clamp(-1, 1)  # <- other


class QuantizedLinear(nn.Linear):
    def __init__(self, *sizes, levels=8):
        super().__init__(*sizes)
        self.levels = levels

    def forward(self, x):
        return nn.functional.linear(x, Quantize.apply(self.weight, self.levels), self.bias)


net = nn.Sequential(QuantizedLinear(4, 6), nn.Hardtanh(), QuantizedLinear(6, 2))
nn.functional.nll_loss(net(torch.randn(3, 4)).log_softmax(1), torch.tensor([0, 1, 0])).backward()  # <- raised
