"""A script that only calls another file."""

import torch
from evolution import Evolution
from torch import nn

search = Evolution(nn.Sequential(nn.Linear(3, 4), nn.ReLU(), nn.Linear(4, 1)), spread=0.02)
print(search.generation(torch.randn(5, 3)))
