"""The backward pass starts from the loss itself, not from the scaled loss."""

import torch
from torch import nn

model = nn.Linear(4, 1)
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
scaler = torch.amp.GradScaler("cpu")
model(torch.randn(8, 4)).mean().backward()
scaler.step(optimizer)  # raises
scaler.update()
