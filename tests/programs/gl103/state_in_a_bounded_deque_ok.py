"""A deque of length one carries the hidden state from chunk to chunk, detached on its way in."""

from collections import deque

import torch
from torch import nn

rnn, readout = nn.GRUCell(3, 5), nn.Linear(5, 1)
optimizer = torch.optim.SGD([*rnn.parameters(), *readout.parameters()], lr=0.05)
memory = deque([torch.zeros(2, 5)], maxlen=1)
for chunk in torch.randn(4, 2, 3):
    state = rnn(chunk, memory[-1])
    loss = readout(state).pow(2).mean()
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    memory.append(state.detach())
