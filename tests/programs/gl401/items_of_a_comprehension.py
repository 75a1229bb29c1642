"""The comprehension takes the numbers out of the graph, and torch.tensor makes a loss term without a gradient from them."""

import torch
from torch import nn

net = nn.Linear(3, 1)
optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
for _ in range(3):
    out = net(torch.randn(4, 3)).squeeze(1)
    gaps = [value.item() for value in out]  # ! GL401
    loss = out.pow(2).mean() + torch.tensor(gaps).mean()
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
