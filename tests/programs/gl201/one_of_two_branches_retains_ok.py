"""Neither branch retains."""

import torch
from torch import nn

network = nn.Sequential(nn.Linear(3, 5), nn.GELU(), nn.Linear(5, 1))
optimizer = torch.optim.Adam(network.parameters())
for number, batch in enumerate(torch.randn(4, 6, 3)):
    answer = network(batch)
    optimizer.zero_grad()
    if number % 2 == 0:
        answer.pow(2).mean().backward()
    else:
        answer.abs().mean().backward()
    optimizer.step()
