"""The penalty is added to the loss with its graph."""

import torch
from torch import nn

net = nn.Linear(4, 2)
optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
for batch in torch.randn(3, 6, 4):
    error = net(batch).pow(2).mean()
    penalty = net.weight.abs().sum()
    loss = 2 * (error + 0.01 * penalty)
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
