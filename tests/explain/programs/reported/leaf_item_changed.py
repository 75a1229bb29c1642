"""An item of a parameter is assigned."""
import torch
from torch import nn

layer = nn.Linear(2, 2)
layer.weight[0, 0] = 1.0  # <- raised
