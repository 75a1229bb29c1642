"""Two groups of an optimizer share parameters."""
import torch
from torch import nn

model = nn.Sequential(nn.Linear(4, 4), nn.Linear(4, 1))
optimizer = torch.optim.SGD([{"params": model.parameters()}, {"params": model[1].parameters()}], lr=0.1)  # <- raised
