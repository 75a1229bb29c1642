"""The loop takes more targets than the cycle has, and each loss is backpropagated once."""

import itertools

import torch
from torch import nn

net = nn.Sequential(nn.Linear(2, 3), nn.Tanh(), nn.Linear(3, 1))
optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
targets = itertools.cycle([torch.zeros(4, 1), torch.ones(4, 1)])
for step in range(6):
    loss = nn.functional.mse_loss(net(torch.randn(4, 2)), next(targets))
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
nn.functional.mse_loss(net(torch.randn(4, 2)), next(targets)).backward()
