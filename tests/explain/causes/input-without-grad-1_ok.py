import torch
from torch import nn

model = nn.Linear(4, 1)
images = torch.randn(8, 4, requires_grad=True)
score = model(images).sum()
(gradient,) = torch.autograd.grad(score, images)
