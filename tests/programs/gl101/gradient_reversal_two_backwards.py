"""A gradient-reversal layer joins the label and the domain loss over one forward pass: of two backwards, the second finds it freed."""

import torch
from torch import nn


class Reverse(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, strength):
        ctx.strength = strength
        return x.view_as(x)

    @staticmethod
    def backward(ctx, gradient):
        return -ctx.strength * gradient, None


features, labels, domains = nn.Sequential(nn.Linear(4, 8), nn.Tanh()), nn.Linear(8, 2), nn.Linear(8, 1)
optimizer = torch.optim.SGD([*features.parameters(), *labels.parameters(), *domains.parameters()], lr=0.1)
for step, (x, y) in enumerate(zip(torch.randn(3, 6, 4), torch.randint(0, 2, (3, 6)))):
    hidden = features(x)
    label_loss = nn.functional.cross_entropy(labels(hidden), y)
    guess = domains(Reverse.apply(hidden, 0.1 * step))
    domain_loss = nn.functional.binary_cross_entropy_with_logits(guess, torch.ones_like(guess))
    optimizer.zero_grad()
    label_loss.backward()
    domain_loss.backward()  # ! GL101
    optimizer.step()
