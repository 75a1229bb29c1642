"""A term of one network's loss is detached; that the step of another network's optimizer finds no gradient has another cause."""

import torch
from torch import nn

first, second = nn.Linear(3, 1), nn.Linear(3, 1)
optimizer = torch.optim.SGD(first.parameters(), lr=0.1)
second_optimizer = torch.optim.SGD(second.parameters(), lr=0.1)
for x in torch.randn(3, 5, 3):
    loss = torch.tensor(first(x).pow(2).mean().item(), requires_grad=True)  # ! GL401
    optimizer.zero_grad()
    second_optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    second_optimizer.step()  # ! GL405
