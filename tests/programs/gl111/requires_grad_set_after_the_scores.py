"""The batch becomes a leaf after the scores were computed from it."""

import torch
from torch import nn

critic = nn.Sequential(nn.Linear(4, 8), nn.ReLU(), nn.Linear(8, 1))
batch = torch.randn(8, 4)
scores = critic(batch)
batch.requires_grad_()
(gradient,) = torch.autograd.grad(scores.sum(), batch, create_graph=True)  # ! GL111
(scores.mean() + gradient.norm()).backward()
