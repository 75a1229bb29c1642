"""The state is detached by detach()."""

import torch
from torch import nn

cell = nn.GRUCell(2, 3)
state = torch.zeros(1, 3)
for x in torch.randn(3, 1, 2):
    state = cell(x, state)
    state.pow(2).sum().backward()
    state = state.detach()
