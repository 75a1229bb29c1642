"""The new input is detached, so that it can be marked."""

import torch
from torch import nn

model = nn.Linear(3, 1)
x = torch.randn(8, 3, requires_grad=True)
for _ in range(4):
    (gradient,) = torch.autograd.grad(model(x).sum(), x)
    x = (x + 0.1 * gradient.sign()).detach()
    x.requires_grad = True
print(x.shape)
