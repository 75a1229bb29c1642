"""The gradient of linear layers depends on their weights alone: no saved tensor of the forward pass is needed again."""

import torch
from torch import nn

critic = nn.Sequential(nn.Linear(4, 8), nn.Linear(8, 1))
real = torch.randn(6, 4, requires_grad=True)
score = critic(real)
(slope,) = torch.autograd.grad(score.sum(), real, create_graph=True)
score.mean().backward()
slope.pow(2).sum().backward()
