"""The slots of a dict are chosen by the quotient of the step: there are ever more."""

import torch
from torch import nn


net = nn.Linear(3, 1)
opt = torch.optim.SGD(net.parameters(), lr=0.1)
ring = {}
for step in range(60):
    answer = net(torch.randn(4, 3))
    loss = answer.pow(2).mean()
    opt.zero_grad()
    loss.backward()
    opt.step()
    ring[step // 4] = answer  # ! GL203
print(len(ring))
