"""A result with a graph is copied deeply."""

import copy

import torch

weight = torch.randn(3, requires_grad=True)
scaled = weight * 2
best = copy.deepcopy(scaled)  # raises
