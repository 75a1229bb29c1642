"""The step runs only for losses above a limit."""

import torch
from torch import nn

model = nn.Linear(3, 1)
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
for batch in torch.randn(4, 8, 3):
    optimizer.zero_grad()
    loss = model(batch).pow(2).mean()
    loss.backward()
    if loss.item() > 0.01:
        optimizer.step()
