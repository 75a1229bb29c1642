"""A moving average of losses begins as None; its truth tells the first iteration from the others, and no loss is exactly zero."""

import torch
from torch import nn

model = nn.Linear(3, 1)
optimizer = torch.optim.Adam(model.parameters())
average = None
for _ in range(4):
    loss = model(torch.randn(4, 3)).square().mean()
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    if average:
        average = 0.9 * average + 0.1 * loss  # ! GL202
    else:
        average = loss
