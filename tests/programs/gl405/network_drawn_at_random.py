"""The optimizer steps a network that is none of those from which each iteration draws one."""

import random

import torch

nets = [torch.nn.Linear(3, 1), torch.nn.Linear(3, 1)]
other = torch.nn.Linear(3, 1)
optimizer = torch.optim.SGD(other.parameters(), lr=0.1)
for _ in range(30):
    net = random.choice(nets)
    loss = net(torch.ones(2, 3)).pow(2).mean()
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()  # ! GL405
