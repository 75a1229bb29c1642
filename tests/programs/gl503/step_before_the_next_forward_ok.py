"""The step at the head applies the gradients of the iteration before, ahead of this one's forward pass."""

import torch
from torch import nn

network = nn.Linear(4, 1)
optimizer = torch.optim.SGD(network.parameters(), lr=0.1)
network(torch.randn(5, 4)).pow(2).mean().backward()
for batch in torch.randn(4, 5, 4):
    optimizer.step()
    optimizer.zero_grad()
    network(batch).pow(2).mean().backward()
optimizer.step()
