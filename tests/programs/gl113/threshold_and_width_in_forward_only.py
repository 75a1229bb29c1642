"""Three arguments need three gradients."""

import torch
from torch import nn


class Spike(torch.autograd.Function):
    @staticmethod
    def forward(ctx, potential, threshold, width):
        ctx.save_for_backward(potential)
        ctx.threshold, ctx.width = threshold, width
        return (potential > threshold).float()

    @staticmethod
    def backward(ctx, gradient):
        (potential,) = ctx.saved_tensors
        near = (potential - ctx.threshold).abs() < ctx.width
        return gradient * near, None


neurons = nn.Linear(3, 4)
spikes = Spike.apply(neurons(torch.randn(8, 3)), 0.5, 1.0)
(spikes.mean() - 0.2).pow(2).backward()  # ! GL113
