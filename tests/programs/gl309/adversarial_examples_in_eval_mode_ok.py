"""The attack runs in eval mode, and the training step on its result in training mode."""

import torch
from torch import nn


def attack(model, x, y):
    model.eval()
    delta = torch.zeros_like(x, requires_grad=True)
    loss = nn.functional.cross_entropy(model(x + delta), y)
    (gradient,) = torch.autograd.grad(loss, delta)
    model.train()
    return (x + 0.1 * gradient.sign()).detach()


model = nn.Sequential(nn.Linear(3, 8), nn.BatchNorm1d(8), nn.Linear(8, 2))
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
for step in range(4):
    x, y = torch.randn(8, 3), torch.randint(2, (8,))
    loss = nn.functional.cross_entropy(model(attack(model, x, y)), y)
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
