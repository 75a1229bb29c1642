"""The gradient with respect to data that does not require grad."""
import torch
from torch import nn

model = nn.Linear(4, 1)
x = torch.randn(8, 4)  # <- leaf
score = model(x).sum()
(gradient,) = torch.autograd.grad(score, x)  # <- raised
