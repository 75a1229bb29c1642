"""The penalty does not depend on the input."""
import torch
from torch import nn

model = nn.Linear(4, 1)
x = torch.randn(8, 4, requires_grad=True)
noise = torch.randn(8, 4)
score = model(noise).sum()
(gradient,) = torch.autograd.grad(score, x)  # <- raised
