"""The scaler steps the optimizer before the backward pass."""

import torch
from torch import nn

model = nn.Linear(4, 1)
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
scaler = torch.amp.GradScaler("cpu")
optimizer.zero_grad()
loss = scaler.scale(model(torch.randn(8, 4)).mean())
scaler.step(optimizer)  # raises
loss.backward()
scaler.update()
