"""The step stands between this batch's forward pass and its backward, and goes by the gradients of the batch before."""

import torch
from torch import nn

layer = nn.Linear(5, 2)
optimizer = torch.optim.SGD(layer.parameters(), lr=0.05)
for batch in torch.randn(4, 6, 5):
    loss = layer(batch).pow(2).mean()
    optimizer.step()  # ! GL503
    optimizer.zero_grad()
    loss.backward()
