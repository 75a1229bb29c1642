"""A counter that falls ends the training; each iteration steps with its own gradients."""

import torch
from torch import nn

model = nn.Linear(3, 1)
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
patience = 20
for batch in torch.randn(40, 8, 3):
    optimizer.zero_grad()
    loss = model(batch).square().mean()
    loss.backward()
    patience -= 1
    if not patience:
        break
    optimizer.step()
