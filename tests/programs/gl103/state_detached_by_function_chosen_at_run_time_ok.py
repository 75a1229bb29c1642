"""The function applied to the state between two steps is looked up at run time, and happens to be a detach."""

import json

import torch
from torch import nn

CARRY = {"cut": lambda state: state.detach(), "reset": torch.zeros_like}
carry = CARRY[json.loads('{"carry": "cut"}')["carry"]]
cell = nn.GRUCell(3, 3)
optimizer = torch.optim.SGD(cell.parameters(), lr=0.1)
state = torch.zeros(2, 3)
for x in torch.randn(4, 2, 3):
    state = cell(x, carry(state))
    optimizer.zero_grad()
    state.pow(2).mean().backward()
    optimizer.step()
