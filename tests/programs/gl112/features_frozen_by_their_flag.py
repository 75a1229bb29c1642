"""The flag of a result cannot be changed."""

import torch
from torch import nn

trunk, head = nn.Linear(3, 4), nn.Linear(4, 1)
features = trunk(torch.randn(8, 3))
features.requires_grad = False  # ! GL112
head(features).pow(2).mean().backward()
