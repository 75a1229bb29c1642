"""A tensor with a graph is copied deeply."""
import copy

import torch

weight = torch.randn(3, requires_grad=True)
scaled = weight * 2  # <- built
best = copy.deepcopy(scaled)  # <- raised
