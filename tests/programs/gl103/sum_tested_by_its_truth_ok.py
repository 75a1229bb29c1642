"""The sum is emptied after its backward."""

import torch
from torch import nn

model = nn.Linear(3, 1)
optimizer = torch.optim.Adam(model.parameters())
total = 0
for index, batch in enumerate(torch.randn(4, 8, 3)):
    total = total + model(batch).square().mean()
    if total and index % 2:
        optimizer.zero_grad()
        total.backward()
        optimizer.step()
        total = 0
