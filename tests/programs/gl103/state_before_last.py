"""Each state is computed from the one before the last, so that the freed graph is met in the third iteration."""

import torch
from torch import nn

cell = nn.RNNCell(3, 4)
older, newer = torch.zeros(2, 4), torch.zeros(2, 4)
for drops in torch.randn(4, 2, 3):
    state = cell(drops, older)
    state.pow(2).sum().backward()  # ! GL103
    older, newer = newer, state
