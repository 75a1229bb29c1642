"""Unpacking a tensor iterates over it: its rows are several views of one function, and one of them is filled in place."""

import torch
from torch import nn


def attend(projection, x, hidden):
    q, k, v = projection(x).reshape(x.size(0), 3, -1).permute(1, 0, 2)
    k.masked_fill_(hidden, 0.0)  # ! GL110
    return torch.softmax(q @ k.t(), -1) @ v


projection = nn.Linear(4, 12)
optimizer = torch.optim.SGD(projection.parameters(), lr=0.1)
hidden = torch.tensor([[False]] * 3 + [[True]] * 2)
loss = attend(projection, torch.randn(5, 4), hidden).pow(2).sum()
optimizer.zero_grad()
loss.backward()
optimizer.step()
