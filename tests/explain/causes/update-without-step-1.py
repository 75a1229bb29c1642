"""The scaler is updated after each backward pass, but has stepped no optimizer."""

import torch
from torch import nn

model = nn.Linear(4, 1)
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
scaler = torch.amp.GradScaler("cpu")
for batch in torch.randn(4, 8, 4):
    scaler.scale(model(batch).mean()).backward()
    scaler.update()  # raises
