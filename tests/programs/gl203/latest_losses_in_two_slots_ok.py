"""A list holds the latest loss and the one before it, in two slots."""

import torch
from torch import nn

net = nn.Linear(3, 1)
optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
latest = [None, None]
for _ in range(5):
    loss = net(torch.randn(4, 3)).pow(2).mean()
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    latest[1] = latest[0]
    latest[0] = loss
print(latest[0].item(), latest[1].item())
