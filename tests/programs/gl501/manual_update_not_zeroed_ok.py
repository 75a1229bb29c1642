"""The gradient is taken off after each step."""

import torch

slope = torch.tensor(0.5, requires_grad=True)
for x in torch.rand(4, 6):
    err = (slope * x - 2 * x).pow(2).mean()
    err.backward()
    with torch.no_grad():
        slope -= 0.1 * slope.grad
    slope.grad = None
