"""The state is detached every third step, and the backward comes in each."""

import torch
from torch import nn

cell, out = nn.GRUCell(2, 4), nn.Linear(4, 2)
optimizer = torch.optim.Adam([*cell.parameters(), *out.parameters()])
state = torch.zeros(3, 4)
for number, signal in enumerate(torch.randn(7, 3, 2)):
    if number % 3 == 0:
        state = state.detach()
    state = cell(signal, state)
    loss = (out(state) - signal).pow(2).mean()
    optimizer.zero_grad()
    loss.backward()  # ! GL103
    optimizer.step()
