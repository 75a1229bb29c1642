"""The built-in functions pow() and abs() of a tensor have its graph."""

import torch
from torch import nn

network = nn.Linear(3, 1)
optimizer = torch.optim.SGD(network.parameters(), lr=0.1)
for _ in range(3):
    errors = network(torch.rand(4, 3))
    loss = pow(errors, 2).mean() + pow(2, abs(errors)).mean()
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
