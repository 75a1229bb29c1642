"""The value that the list carries on is detached."""

import torch
from torch import nn

cell = nn.RNNCell(2, 3)


def respond(signal, memory=[torch.zeros(1, 3)]):
    memory[0] = cell(signal, memory[0].detach())
    return memory[0].pow(2).sum()


optimizer = torch.optim.SGD(cell.parameters(), lr=0.1)
for signal in torch.randn(3, 1, 2):
    optimizer.zero_grad()
    respond(signal).backward()
    optimizer.step()
