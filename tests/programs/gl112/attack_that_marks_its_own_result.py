"""The new input is computed from the old one, which requires grad."""

import torch
from torch import nn

model = nn.Linear(3, 1)
x = torch.randn(8, 3, requires_grad=True)
for _ in range(4):
    (gradient,) = torch.autograd.grad(model(x).sum(), x)
    x = x + 0.1 * gradient.sign()
    x.requires_grad = True  # ! GL112
print(x.shape)
