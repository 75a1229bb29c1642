"""Update under no_grad, rebind, and make it a leaf again."""

import torch

w = torch.zeros(3, requires_grad=True)
x, y = torch.randn(8, 3), torch.randn(8)
for _ in range(3):
    loss = (x @ w - y).pow(2).mean()
    loss.backward()
    with torch.no_grad():
        w = w - 0.1 * w.grad
    w.requires_grad = True
for _ in range(3):
    loss = (x @ w - y).pow(2).mean()
    loss.backward()
    with torch.no_grad():
        new = w - 0.1 * w.grad
    w = new.requires_grad_()
