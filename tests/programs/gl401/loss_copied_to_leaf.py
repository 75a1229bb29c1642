"""The loss is copied to a leaf of its own, and its gradient is the only one that backward computes."""

import torch
from torch import nn

net = nn.Sequential(nn.Linear(4, 3), nn.Tanh(), nn.Linear(3, 1))
opt = torch.optim.Adam(net.parameters())
for x in torch.randn(3, 8, 4):
    opt.zero_grad()
    error = net(x).abs().mean()
    loss = torch.tensor(error.item(), requires_grad=True)  # ! GL401
    loss.backward()
    opt.step()
