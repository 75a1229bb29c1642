"""The sum is detached in place, but only after the loop."""

import torch
from torch import nn

model = nn.Linear(3, 1)
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
total = torch.zeros(())
for batch in torch.randn(4, 8, 3):
    loss = model(batch).square().mean()
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    total += loss  # ! GL202
total.detach_()
