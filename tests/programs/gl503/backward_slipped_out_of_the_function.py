"""The loss is returned before its backward: what follows the return never runs."""

import torch
from torch import nn


def loss_of(model, x):
    loss = model(x).pow(2).mean()
    return loss.item()
    loss.backward()


model = nn.Linear(3, 1)
optimizer = torch.optim.Adam(model.parameters())
for _ in range(3):
    optimizer.zero_grad()
    print(loss_of(model, torch.rand(4, 3)))
    optimizer.step()  # ! GL503
