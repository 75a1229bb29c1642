"""Losses are summed over three steps, with one backward, and only then is the state detached."""

import torch
from torch import nn

cell, readout = nn.RNNCell(2, 4), nn.Linear(4, 2)
optimizer = torch.optim.SGD([*cell.parameters(), *readout.parameters()], lr=0.05)
stream = torch.randn(9, 1, 2)
state, pending = torch.zeros(1, 4), 0.0
for number, (now, following) in enumerate(zip(stream, stream.roll(-1, dims=0)), start=1):
    state = cell(now, state)
    pending = pending + (readout(state) - following).pow(2).mean()
    if number % 3 == 0:
        optimizer.zero_grad()
        pending.backward()
        optimizer.step()
        state, pending = state.detach(), 0.0
