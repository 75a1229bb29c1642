"""The class is not a context manager, only its instance is: the with statement raises."""

import torch
from torch import nn

model = nn.Sequential(nn.Linear(4, 4), nn.Tanh())
with torch.no_grad:  # ! GL302
    print(model(torch.randn(2, 4)).sum())
