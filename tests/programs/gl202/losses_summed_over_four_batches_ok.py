"""The loss grows over four batches, is backpropagated and stepped, and starts again from zero."""

import torch
from torch import nn

network = nn.Sequential(nn.Linear(3, 4), nn.ReLU(), nn.Linear(4, 1))
optimizer = torch.optim.SGD(network.parameters(), lr=0.05)
pending = 0
for number, batch in enumerate(torch.randn(12, 2, 3), start=1):
    pending += network(batch).square().mean()
    if number % 4 == 0:
        optimizer.zero_grad()
        pending.backward()
        optimizer.step()
        pending = 0
