"""The mask multiplies the new state of an RNNCell, which gives a new tensor; a GRUCell saves other tensors than its state."""

import torch
from torch import nn

cell, gated = nn.RNNCell(4, 8), nn.GRUCell(4, 8)
readout = nn.Linear(8, 1)
inputs, finished = torch.randn(5, 3, 4), torch.rand(5, 3) < 0.3
hidden = torch.zeros(3, 8)
for x, done in zip(inputs, finished):
    hidden = cell(x, hidden) * (~done).unsqueeze(1)
last = gated(inputs[-1])
last += 1.0
(readout(hidden) + readout(last)).pow(2).mean().backward()
print(cell.weight_hh.grad.norm().item())
