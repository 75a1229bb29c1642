"""In the first step the state is None, and in every later one it is detached before it is used."""

import torch
from torch import nn

cell = nn.GRUCell(2, 3)
optimizer = torch.optim.Adam(cell.parameters())
state = None
for signal in torch.randn(4, 5, 2):
    if state is not None:
        state = state.detach()
    state = cell(signal, state)
    optimizer.zero_grad()
    state.pow(2).mean().backward()
    optimizer.step()
