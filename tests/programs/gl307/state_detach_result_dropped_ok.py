"""The name is bound to what detach returns."""

import torch
from torch import nn

cell, readout = nn.GRUCell(2, 4), nn.Linear(4, 2)
optimizer = torch.optim.Adam([*cell.parameters(), *readout.parameters()])
state = torch.zeros(3, 4)
for signal in torch.randn(4, 3, 2):
    state = cell(signal, state)
    loss = (readout(state) - signal).abs().mean()
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    state = state.detach()
