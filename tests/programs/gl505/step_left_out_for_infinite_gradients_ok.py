"""A step is left out if the gradients are not finite, and some losses are printed."""

import torch
from torch import nn

model = nn.Linear(3, 1)
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
for i, x in enumerate(torch.randn(6, 8, 3)):
    optimizer.zero_grad()
    loss = model(x).pow(2).mean()
    loss.backward()
    if i % 3 == 0:
        print(loss.item())
    norm = nn.utils.clip_grad_norm_(model.parameters(), 1.0)
    if torch.isfinite(norm):
        optimizer.step()
