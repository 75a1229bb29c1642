"""The sum over a generator of training steps adds up losses with their graphs."""

import torch
from torch import nn

net = nn.Linear(3, 1)


def step(batch):
    loss = net(batch).pow(2).mean()
    loss.backward()
    return loss


total = 0.0
for epoch in range(5):
    total = total + sum(step(batch) for batch in torch.randn(5, 4, 3))  # ! GL202
print(total / 25)
