"""A moving average of a weight is a function of the weights of all steps."""

import torch
from torch import nn

net = nn.Linear(3, 1)
opt = torch.optim.SGD(net.parameters(), lr=0.1)
weights = torch.zeros(1, 3)
for _ in range(5):
    opt.zero_grad()
    net(torch.randn(8, 3)).pow(2).mean().backward()
    opt.step()
    weights = weights * 0.9 + net.weight * 0.1  # ! GL202
