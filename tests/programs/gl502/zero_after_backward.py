"""zero_grad stands between backward and step, and throws away what backward computed."""

import torch
from torch import nn

net = nn.Linear(2, 2)
opt = torch.optim.Adam(net.parameters())
for x in torch.randn(3, 4, 2):
    loss = net(x).pow(2).mean()
    loss.backward()
    opt.zero_grad()  # ! GL502
    opt.step()
