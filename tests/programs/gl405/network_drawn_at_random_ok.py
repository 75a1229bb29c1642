"""Each iteration draws one of two networks: the second may be the one that is trained."""

import random

import torch

nets = [torch.nn.Linear(3, 1), torch.nn.Linear(3, 1)]
other = torch.nn.Linear(3, 1)
optimizer = torch.optim.SGD(nets[1].parameters(), lr=0.1)
for _ in range(30):
    net = random.choice(nets)
    loss = net(torch.ones(2, 3)).pow(2).mean()
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
