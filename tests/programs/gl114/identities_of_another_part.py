"""The ids are those of the normalization: the other group still has the parameters of the head."""

import torch
from torch import nn

model = nn.Sequential(nn.Linear(4, 8), nn.LayerNorm(8), nn.ReLU(), nn.Linear(8, 2))
ids = list(map(id, model[1].parameters()))
rest = filter(lambda p: id(p) not in ids, model.parameters())
optimizer = torch.optim.SGD([{"params": rest}, {"params": model[3].parameters(), "lr": 1e-2}], lr=1e-3)  # ! GL114
