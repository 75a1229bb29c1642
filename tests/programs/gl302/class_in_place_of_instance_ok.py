"""The class is called."""

import torch
from torch import nn

model = nn.Sequential(nn.Linear(4, 4), nn.Tanh())
with torch.no_grad():
    print(model(torch.randn(2, 4)).sum())
