"""The subtraction binds w to a new tensor that is made under no_grad: in the next iteration w is not a leaf that gets a gradient."""

import torch

w = torch.zeros(3, 1, requires_grad=True)
b = torch.zeros(1, requires_grad=True)
x, y = torch.randn(10, 3), torch.randn(10, 1)
for _ in range(5):
    loss = ((x @ w + b - y) ** 2).mean()
    loss.backward()
    with torch.no_grad():
        w = w - 0.1 * w.grad  # ! GL403
        b -= 0.1 * b.grad
        b.grad.zero_()
