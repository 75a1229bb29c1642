"""The last state of a list that grows in each of many iterations is stored without its graph."""

import torch
from torch import nn

cell, states = nn.GRUCell(3, 4), [torch.zeros(1, 4)]
for batch in torch.randn(20, 1, 3):
    state = cell(batch, states[-1])
    state.sum().backward()
    states.append(state.detach())
