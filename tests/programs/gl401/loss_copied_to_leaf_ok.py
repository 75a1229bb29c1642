"""The loss itself is backpropagated."""

import torch
from torch import nn

net = nn.Sequential(nn.Linear(4, 3), nn.Tanh(), nn.Linear(3, 1))
opt = torch.optim.Adam(net.parameters())
for x in torch.randn(3, 8, 4):
    opt.zero_grad()
    error = net(x).abs().mean()
    loss = error
    loss.backward()
    opt.step()
