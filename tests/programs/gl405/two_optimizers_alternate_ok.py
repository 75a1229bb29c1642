"""Two optimizers alternate, each with a backward through its own network."""

import torch
from torch import nn

left, right = nn.Linear(3, 1), nn.Linear(3, 1)
pairs = [(left, torch.optim.SGD(left.parameters(), lr=0.1)), (right, torch.optim.Adam(right.parameters()))]
for number, batch in enumerate(torch.randn(4, 5, 3)):
    network, optimizer = pairs[number % 2]
    optimizer.zero_grad()
    network(batch).abs().mean().backward()
    optimizer.step()
