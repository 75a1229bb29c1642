"""The generator keeps the recurrent state in a local name between two calls of next."""

import torch
from torch import nn

cell = nn.GRUCell(3, 4)
optimizer = torch.optim.SGD(cell.parameters(), lr=0.1)


def states():
    hidden = torch.zeros(2, 4)
    while True:
        hidden = cell(torch.randn(2, 3), hidden)
        yield hidden


source = states()
for _ in range(3):
    optimizer.zero_grad()
    next(source).pow(2).mean().backward()  # ! GL103
    optimizer.step()
