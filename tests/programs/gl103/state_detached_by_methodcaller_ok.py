"""operator.methodcaller makes the function that detaches, and map applies it."""

import operator

import torch
from torch import nn

release = operator.methodcaller("detach")
cell = nn.LSTMCell(2, 3)
optimizer = torch.optim.Adam(cell.parameters())
state = (torch.zeros(2, 3), torch.zeros(2, 3))
for x in torch.randn(4, 2, 2):
    state = cell(x, tuple(map(release, state)))
    optimizer.zero_grad()
    state[0].abs().sum().backward()
    optimizer.step()
