"""Each group's rate changes in every iteration, and the gradients of its parameters are never reset."""

import torch
from torch import nn

net = nn.Linear(3, 1)
opt = torch.optim.SGD(net.parameters(), lr=0.1)
for _ in range(4):
    for group in opt.param_groups:
        group["lr"] *= 0.9
    net(torch.randn(4, 3)).mean().backward()  # ! GL501
    opt.step()
