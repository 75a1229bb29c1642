"""A moving average of a detached weight."""

import torch
from torch import nn

net = nn.Linear(3, 1)
opt = torch.optim.SGD(net.parameters(), lr=0.1)
weights = torch.zeros(1, 3)
for _ in range(5):
    opt.zero_grad()
    net(torch.randn(8, 3)).pow(2).mean().backward()
    opt.step()
    weights = weights * 0.9 + net.weight.detach() * 0.1
