"""The code is computed once and compared with each row that next() takes, until it returns its default."""

import torch
from torch import nn

coder = nn.Linear(4, 4)
optimizer = torch.optim.Adam(coder.parameters())
code = coder(torch.randn(2, 4)).sigmoid()
rows = iter([torch.rand(4), torch.rand(4), torch.rand(4)])
while (row := next(rows, None)) is not None:
    loss = (code - row).pow(2).mean()
    optimizer.zero_grad()
    loss.backward()  # ! GL102
    optimizer.step()
