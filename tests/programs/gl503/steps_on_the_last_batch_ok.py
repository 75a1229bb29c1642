"""The step comes after the backward."""

import torch
from torch import nn

layer = nn.Linear(5, 2)
optimizer = torch.optim.SGD(layer.parameters(), lr=0.05)
for batch in torch.randn(4, 6, 5):
    loss = layer(batch).pow(2).mean()
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
