"""The scaler steps the optimizer before it updates its scale."""

import torch
from torch import nn

model = nn.Linear(3, 2)
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
scaler = torch.amp.GradScaler("cpu")
for x, y in zip(torch.randn(3, 8, 3), torch.randint(2, (3, 8)), strict=True):
    optimizer.zero_grad()
    loss = nn.functional.cross_entropy(model(x), y)
    scaler.scale(loss).backward()
    scaler.step(optimizer)
    scaler.update()
