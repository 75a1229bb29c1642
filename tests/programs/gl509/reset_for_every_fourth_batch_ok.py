"""A step uses the gradients of four batches before they are reset."""

import torch
from torch import nn

model = nn.Linear(3, 1)
optimizer = torch.optim.Adam(model.parameters())
optimizer.zero_grad()
for number, batch in enumerate(torch.randn(8, 6, 3), start=1):
    loss = model(batch).pow(2).mean() / 4
    loss.backward()
    if number % 4 == 0:
        optimizer.step()
        optimizer.zero_grad()
