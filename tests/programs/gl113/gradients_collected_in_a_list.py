"""The gradients are assigned to places of a list, one more than there are arguments."""

import torch
import torch.nn as nn


class ScaledDotFn(torch.autograd.Function):
    @staticmethod
    def forward(ctx, q, k, scale):
        ctx.save_for_backward(q, k)
        ctx.scale = scale
        return q @ k.transpose(-1, -2) * scale

    @staticmethod
    def backward(ctx, grad):
        q, k = ctx.saved_tensors
        grads = [None] * 4
        if ctx.needs_input_grad[0]:
            grads[0] = grad @ k * ctx.scale
        if ctx.needs_input_grad[1]:
            grads[1] = grad.transpose(-1, -2) @ q * ctx.scale
        grads[3] = grad.sum()
        return tuple(grads)


scaled_dot = ScaledDotFn.apply


class Attention(nn.Module):
    def __init__(self, d):
        super().__init__()
        self.q = nn.Linear(d, d)
        self.k = nn.Linear(d, d)
        self.v = nn.Linear(d, d)

    def forward(self, x):
        a = scaled_dot(self.q(x), self.k(x), x.size(-1) ** -0.5).softmax(-1)
        return a @ self.v(x)


model = nn.Sequential(Attention(8), nn.Linear(8, 1))
optimizer = torch.optim.AdamW(model.parameters())
for step in range(2):
    batch = torch.randn(2, 5, 8)
    optimizer.zero_grad()
    model(batch).mean().backward()  # ! GL113
    optimizer.step()
