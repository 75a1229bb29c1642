"""The class itself is not a context manager: with no_grad lacks its parentheses."""

import torch
from torch import nn

model = nn.Linear(3, 3)
x = torch.randn(2, 3)
with torch.no_grad:  # ! GL302
    print(model(x).sum().item())
