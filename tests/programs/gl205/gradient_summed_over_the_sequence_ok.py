"""Both halves of the state go into the next step without their graph."""

import torch
from torch import nn

cell, readout = nn.LSTMCell(2, 4), nn.Linear(4, 2)
optimizer = torch.optim.SGD([*cell.parameters(), *readout.parameters()], lr=0.1)
sequence = torch.randn(6, 3, 2)
hidden, memory = torch.zeros(3, 4), torch.zeros(3, 4)
optimizer.zero_grad()
for now, following in zip(sequence[:-1], sequence[1:]):
    hidden, memory = cell(now, (hidden.detach(), memory.detach()))
    loss = (readout(hidden) - following).pow(2).mean()
    loss.backward()
optimizer.step()
