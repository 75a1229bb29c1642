"""A sum of losses is backpropagated if there is one; it keeps what the first backward has freed."""

import torch
from torch import nn

model = nn.Linear(3, 1)
optimizer = torch.optim.Adam(model.parameters())
total = 0
for batch in torch.randn(4, 8, 3):
    total = total + model(batch).square().mean()
    if total:
        optimizer.zero_grad()
        total.backward()  # ! GL103
        optimizer.step()
