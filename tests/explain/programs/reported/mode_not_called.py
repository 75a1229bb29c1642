"""The grad mode is not called."""
import torch
from torch import nn

model = nn.Linear(4, 1)
with torch.no_grad:  # <- raised
    model(torch.randn(2, 4))
