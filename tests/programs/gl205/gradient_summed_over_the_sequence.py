"""The state's graph is kept so that every time step can be backpropagated down to the first one, again and again."""

import torch
from torch import nn

cell, readout = nn.LSTMCell(2, 4), nn.Linear(4, 2)
optimizer = torch.optim.SGD([*cell.parameters(), *readout.parameters()], lr=0.1)
sequence = torch.randn(6, 3, 2)
hidden, memory = torch.zeros(3, 4), torch.zeros(3, 4)
optimizer.zero_grad()
for now, following in zip(sequence[:-1], sequence[1:]):
    hidden, memory = cell(now, (hidden, memory))
    loss = (readout(hidden) - following).pow(2).mean()
    loss.backward(retain_graph=True)  # ! GL205
optimizer.step()
