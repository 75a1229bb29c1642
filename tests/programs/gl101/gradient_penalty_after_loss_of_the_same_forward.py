"""The penalty's gradient is computed from saved tensors of the forward pass, which the first backward has freed."""

import torch
from torch import nn

critic = nn.Sequential(nn.Linear(4, 8), nn.Tanh(), nn.Linear(8, 1))
real = torch.randn(6, 4, requires_grad=True)
score = critic(real)
(slope,) = torch.autograd.grad(score.sum(), real, create_graph=True)
penalty = (slope.norm(dim=1) - 1).pow(2).mean()
(-score.mean()).backward()
penalty.backward()  # ! GL101
