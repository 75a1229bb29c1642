"""The errors are computed under no_grad, and the built-in pow() of a tensor without a graph has none."""

import torch
from torch import nn

network = nn.Linear(3, 1)
optimizer = torch.optim.SGD(network.parameters(), lr=0.1)
for _ in range(3):
    with torch.no_grad():
        errors = network(torch.rand(4, 3))
    loss = pow(errors, 2).mean()
    optimizer.zero_grad()
    loss.backward()  # ! GL107
    optimizer.step()
