"""An activation in the middle of the network is not a leaf, and did not ask to keep its gradient."""

import torch
from torch import nn

lower, upper = nn.Linear(3, 5), nn.Linear(5, 1)
hidden = torch.relu(lower(torch.randn(4, 3)))
upper(hidden).pow(2).mean().backward()
importance = hidden.grad  # ! GL404
print(importance)
