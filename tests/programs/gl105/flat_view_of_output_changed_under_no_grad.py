"""A flat view that was taken with grad mode disabled shares its storage with the output of exp, which backward needs."""

import torch

x = torch.randn(2, 3, requires_grad=True)
y = x.exp()
with torch.no_grad():
    values = y.view(-1)
    values.mul_(2)
y.sum().backward()  # ! GL105
