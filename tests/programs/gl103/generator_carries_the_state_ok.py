"""The generator goes on from the detached state."""

import torch
from torch import nn


def unroll(cell, signals):
    state = torch.zeros(2, 3)
    for signal in signals:
        state = cell(signal, state.detach())
        yield state


cell = nn.GRUCell(2, 3)
optimizer = torch.optim.Adam(cell.parameters())
for state in unroll(cell, torch.randn(4, 2, 2)):
    optimizer.zero_grad()
    state.abs().mean().backward()
    optimizer.step()
