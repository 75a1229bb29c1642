"""The step finds gradients on some of its parameters: that others were not reached this time is nothing unusual."""

import torch
from torch import nn

experts = nn.ModuleList([nn.Linear(3, 1) for _ in range(3)])
optimizer = torch.optim.SGD(experts.parameters(), lr=0.1)
for number, batch in enumerate(torch.randn(6, 4, 3)):
    optimizer.zero_grad()
    experts[number % 3](batch).pow(2).mean().backward()
    optimizer.step()
