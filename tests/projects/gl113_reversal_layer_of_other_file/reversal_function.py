"""A Function that reverses the gradient."""

import torch


class Reversal(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, strength):
        ctx.strength = strength
        return x.view_as(x)

    @staticmethod
    def backward(ctx, gradient):
        reversed_gradient = -ctx.strength * gradient
        return reversed_gradient


def reverse(x, strength=1.0):
    return Reversal.apply(x, strength)
