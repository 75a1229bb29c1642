"""The gradients are zeroed after the step."""

import torch
from torch import nn

net = nn.Linear(3, 1)
opt = torch.optim.SGD(net.parameters(), lr=0.1)
for i, x in enumerate(torch.randn(6, 2, 3)):
    (net(x).pow(2).mean() / 2).backward()
    if (i + 1) % 2 == 0:
        opt.step()
        opt.zero_grad()
