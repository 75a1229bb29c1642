"""Only the loop's variable is bound to the detached state; the list keeps the states with their graphs for the next step."""

import torch
from torch import nn

cells = nn.ModuleList([nn.GRUCell(3, 4), nn.GRUCell(4, 4)])
states = [torch.zeros(2, 4), torch.zeros(2, 4)]
for x in torch.randn(3, 2, 3):
    h = x
    for i, cell in enumerate(cells):
        states[i] = cell(h, states[i])
        h = states[i]
    h.pow(2).mean().backward()  # ! GL103
    for s in states:
        s = s.detach()  # ! GL307
