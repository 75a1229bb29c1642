"""Each tick starts from a detached state."""

import torch
from torch import nn

cell, out = nn.GRUCell(4, 6), nn.Linear(6, 1)
opt = torch.optim.Adam(list(cell.parameters()))
state = torch.zeros(2, 6)
opt.zero_grad()
for tick in torch.randn(5, 2, 4):
    state = cell(tick, state.detach())
    out(state).pow(2).mean().backward()
opt.step()
