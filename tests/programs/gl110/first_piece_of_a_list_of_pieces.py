"""The pieces of a tensor are kept in a list, and the first of them is changed in place through its index."""

import torch
from torch import nn

head = nn.Linear(4, 9)
optimizer = torch.optim.SGD(head.parameters(), lr=0.1)
for batch in range(2):
    pieces = list(torch.chunk(head(torch.randn(2, 4)), 3, dim=1))
    pieces[0].mul_(2.0)  # ! GL110
    loss = sum(piece.sum() for piece in pieces)
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
