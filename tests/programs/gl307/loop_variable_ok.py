"""The detached states are put into the list."""

import torch
from torch import nn

cells = nn.ModuleList([nn.GRUCell(3, 4), nn.GRUCell(4, 4)])
states = [torch.zeros(2, 4), torch.zeros(2, 4)]
for x in torch.randn(3, 2, 3):
    h = x
    for i, cell in enumerate(cells):
        states[i] = cell(h, states[i])
        h = states[i]
    h.pow(2).mean().backward()
    for i, s in enumerate(states):
        states[i] = s.detach()
