"""The activation of an RNNCell saves the new state, which a mask then changes in place."""

import torch
from torch import nn

cell = nn.RNNCell(4, 8)
readout = nn.Linear(8, 1)
inputs, finished = torch.randn(5, 3, 4), torch.rand(5, 3) < 0.3
hidden = torch.zeros(3, 8)
for x, done in zip(inputs, finished):
    hidden = cell(x, hidden)
    hidden[done] = 0.0
readout(hidden).pow(2).mean().backward()  # ! GL105
print(cell.weight_hh.grad.norm().item())
