"""no_grad is called, and what it makes is entered."""

import torch
from torch import nn

model = nn.Linear(3, 3)
x = torch.randn(2, 3)
with torch.no_grad():
    print(model(x).sum().item())
