"""One backward of the sum of the loss and the penalty reaches the forward pass once."""

import torch
from torch import nn

critic = nn.Sequential(nn.Linear(4, 8), nn.Tanh(), nn.Linear(8, 1))
real = torch.randn(6, 4, requires_grad=True)
score = critic(real)
(slope,) = torch.autograd.grad(score.sum(), real, create_graph=True)
penalty = (slope.norm(dim=1) - 1).pow(2).mean()
(penalty - score.mean()).backward()
