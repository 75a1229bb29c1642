"""The test for membership in the set of the head's parameters is the wrong way round: both groups have them."""

import torch
from torch import nn

model = nn.Sequential(nn.Linear(4, 8), nn.LayerNorm(8), nn.ReLU(), nn.Linear(8, 2))
head = set(model[3].parameters())
rest = [p for p in model.parameters() if p in head]
optimizer = torch.optim.SGD([{"params": rest}, {"params": list(head), "lr": 1e-2}], lr=1e-3)  # ! GL114
