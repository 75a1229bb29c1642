"""The state reaches back to the first tick, and retain_graph makes each tick's backward longer than the one before."""

import torch
from torch import nn

cell, out = nn.GRUCell(4, 6), nn.Linear(6, 1)
opt = torch.optim.Adam(list(cell.parameters()))
state = torch.zeros(2, 6)
opt.zero_grad()
for tick in torch.randn(5, 2, 4):
    state = cell(tick, state)
    out(state).pow(2).mean().backward(retain_graph=True)  # ! GL205
opt.step()
