"""The losses of both networks are backpropagated."""

import torch
from torch import nn

first, second = nn.Linear(3, 1), nn.Linear(3, 1)
optimizer = torch.optim.SGD(first.parameters(), lr=0.1)
second_optimizer = torch.optim.SGD(second.parameters(), lr=0.1)
for x in torch.randn(3, 5, 3):
    loss = first(x).pow(2).mean() + second(x).pow(2).mean()
    optimizer.zero_grad()
    second_optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    second_optimizer.step()
