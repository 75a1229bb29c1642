"""The graph is retained for the second loss of the same window, and the state is detached between windows."""

import torch
from torch import nn

cell, near, far = nn.GRUCell(3, 4), nn.Linear(4, 3), nn.Linear(4, 3)
optimizer = torch.optim.SGD(nn.ModuleList([cell, near, far]).parameters(), lr=0.1)
state = torch.zeros(2, 4)
for signal in torch.randn(4, 2, 3):
    state = cell(signal, state.detach())
    optimizer.zero_grad()
    near(state).pow(2).mean().backward(retain_graph=True)
    far(state).abs().mean().backward()
    optimizer.step()
