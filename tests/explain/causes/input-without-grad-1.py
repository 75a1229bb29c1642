"""The gradient with respect to data, which does not require grad."""

import torch
from torch import nn

model = nn.Linear(4, 1)
images = torch.randn(8, 4)
score = model(images).sum()
(gradient,) = torch.autograd.grad(score, images)  # raises
