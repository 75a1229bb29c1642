"""The activation retains its gradient."""

import torch
from torch import nn

lower, upper = nn.Linear(3, 5), nn.Linear(5, 1)
hidden = torch.relu(lower(torch.randn(4, 3)))
hidden.retain_grad()
upper(hidden).pow(2).mean().backward()
importance = hidden.grad
print(importance)
