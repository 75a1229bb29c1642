"""The iterator has one element: the only iteration backpropagates the features that were computed before the loop."""

import torch
from torch import nn

net = nn.Linear(3, 2)
optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
features = net(torch.randn(6, 3)).tanh()
weights = iter(torch.rand(1, 2))
while True:
    try:
        weight = next(weights)
    except StopIteration:
        break
    optimizer.zero_grad()
    (features * weight).sum().backward()
    optimizer.step()
