"""A queue keeps losses in flight while the optimizer steps between their forward and backward passes."""

import queue

import torch
from torch import nn

net = nn.Sequential(nn.Linear(4, 8), nn.Tanh(), nn.Linear(8, 1))
optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
in_flight = queue.Queue()
in_flight.put(net(torch.randn(4)).mean())
for _ in range(4):
    in_flight.put(net(torch.randn(4)).mean())
    optimizer.zero_grad()
    in_flight.get().backward()  # ! GL104
    optimizer.step()
