"""The default list is one and the same in all calls: it carries the last state, and its graph, into the next."""

import torch
from torch import nn

cell = nn.RNNCell(2, 3)


def respond(signal, memory=[torch.zeros(1, 3)]):
    memory[0] = cell(signal, memory[0])
    return memory[0].pow(2).sum()


optimizer = torch.optim.SGD(cell.parameters(), lr=0.1)
for signal in torch.randn(3, 1, 2):
    optimizer.zero_grad()
    respond(signal).backward()  # ! GL103
    optimizer.step()
