"""The gradients are clipped when the backward has made them."""

import torch
from torch import nn

network = nn.GRUCell(3, 4)
optimizer = torch.optim.SGD(network.parameters(), lr=0.1)
for sequence in torch.randn(3, 5, 2, 3):
    state = torch.zeros(2, 4)
    for item in sequence:
        state = network(item, state)
    loss = state.pow(2).mean()
    optimizer.zero_grad()
    loss.backward()
    nn.utils.clip_grad_norm_(network.parameters(), max_norm=1.0)
    optimizer.step()
