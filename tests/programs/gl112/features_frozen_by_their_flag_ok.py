"""Without a graph the features are a leaf."""

import torch
from torch import nn

trunk, head = nn.Linear(3, 4), nn.Linear(4, 1)
with torch.no_grad():
    features = trunk(torch.randn(8, 3))
features.requires_grad = False
head(features).pow(2).mean().backward()
