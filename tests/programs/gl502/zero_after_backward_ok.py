"""zero_grad stands before backward."""

import torch
from torch import nn

net = nn.Linear(2, 2)
opt = torch.optim.Adam(net.parameters())
for x in torch.randn(3, 4, 2):
    loss = net(x).pow(2).mean()
    opt.zero_grad()
    loss.backward()
    opt.step()
