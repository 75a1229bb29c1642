"""The bias is in the group of all parameters and in one of its own."""

import torch
from torch import nn

model = nn.Linear(3, 1)
groups = [{"params": model.parameters(), "weight_decay": 0.01}, {"params": [model.bias], "weight_decay": 0.0}]
optimizer = torch.optim.AdamW(groups, lr=0.01)  # ! GL114

x, y = torch.randn(8, 3), torch.randn(8, 1)
for _ in range(3):
    optimizer.zero_grad()
    nn.functional.mse_loss(model(x), y).backward()
    optimizer.step()
