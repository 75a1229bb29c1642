"""The batch requires grad before the scores are computed from it."""

import torch
from torch import nn

critic = nn.Sequential(nn.Linear(4, 8), nn.ReLU(), nn.Linear(8, 1))
batch = torch.randn(8, 4)
batch.requires_grad_()
scores = critic(batch)
(gradient,) = torch.autograd.grad(scores.sum(), batch, create_graph=True)
gradient.norm().backward()
