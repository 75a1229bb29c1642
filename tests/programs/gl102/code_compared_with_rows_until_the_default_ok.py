"""The iterator has one row only, after which next() returns its default."""

import torch
from torch import nn

coder = nn.Linear(4, 4)
optimizer = torch.optim.Adam(coder.parameters())
code = coder(torch.randn(2, 4)).sigmoid()
rows = iter([torch.rand(4)])
while (row := next(rows, None)) is not None:
    loss = (code - row).pow(2).mean()
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
