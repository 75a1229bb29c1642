"""The state goes on without its graph, and nothing needs to be retained."""

import torch
from torch import nn

cell, guess = nn.GRUCell(2, 5), nn.Linear(5, 2)
optimizer = torch.optim.SGD(list(cell.parameters()) + list(guess.parameters()), lr=0.1)
state = torch.zeros(3, 5)
for wind in torch.randn(4, 3, 2):
    state = cell(wind, state.detach())
    loss = (guess(state) - wind).square().mean()
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
