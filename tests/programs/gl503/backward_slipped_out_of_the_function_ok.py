"""The backward runs before the return, and where gradients come from elsewhere, or are not wanted yet, no backward is missing."""

import torch
from torch import nn


def loss_of(model, x):
    loss = model(x).pow(2).mean()
    loss.backward()
    return loss.item()


model = nn.Linear(3, 1)
optimizer = torch.optim.Adam(model.parameters())
for _ in range(3):
    optimizer.zero_grad()
    print(loss_of(model, torch.rand(4, 3)))
    optimizer.step()
