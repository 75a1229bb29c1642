"""The losses of all chunks are added up for one backward after the loop."""

import torch
from torch import nn

network = nn.GRUCell(3, 4)
optimizer = torch.optim.SGD(network.parameters(), lr=0.1)
for sequence in torch.randn(3, 5, 2, 3):
    state, total = torch.zeros(2, 4), 0.0
    for item in sequence:
        state = network(item, state)
        total = total + state.pow(2).mean()
    optimizer.zero_grad()
    total.backward()
    optimizer.step()
