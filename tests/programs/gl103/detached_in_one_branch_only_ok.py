"""The state is detached in either case."""

import torch
from torch import nn


def run(cell, stream, optimizer):
    state = torch.zeros(1, 3)
    for signal, ended in stream:
        state = cell(signal, state)
        optimizer.zero_grad()
        state.abs().mean().backward()
        optimizer.step()
        state = torch.zeros(1, 3) if ended else state.detach()


cell = nn.GRUCell(2, 3)
stream = [(torch.randn(1, 2), bool(ended)) for ended in (1, 1, 0, 0, 1)]
run(cell, stream, torch.optim.SGD(cell.parameters(), lr=0.1))
