"""The list is rebound to its newest element in every step."""

import torch
from torch import nn


net = nn.Linear(3, 1)
opt = torch.optim.SGD(net.parameters(), lr=0.1)
recent = []
for step in range(60):
    answer = net(torch.randn(4, 3))
    opt.zero_grad()
    answer.pow(2).mean().backward()
    opt.step()
    recent.append(answer)
    recent = recent[-1:]
print(len(recent))
