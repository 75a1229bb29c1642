"""The strength of the reversal has no gradient."""

import torch
from torch import nn


class ReverseGradient(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, strength):
        ctx.strength = strength
        return x.view_as(x)

    @staticmethod
    def backward(ctx, gradient):
        return gradient.neg() * ctx.strength


features, domain = nn.Linear(3, 4), nn.Linear(4, 2)
optimizer = torch.optim.SGD([*features.parameters(), *domain.parameters()], lr=0.1)
for _ in range(3):
    optimizer.zero_grad()
    scores = domain(ReverseGradient.apply(features(torch.randn(8, 3)), 0.1))
    loss = nn.functional.cross_entropy(scores, torch.randint(2, (8,)))
    loss.backward()  # ! GL113
    optimizer.step()
