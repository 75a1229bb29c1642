"""The gradients are clipped between backward and step."""

import torch
from torch import nn
from torch.nn.utils import clip_grad_value_

net = nn.Linear(3, 1)
opt = torch.optim.Adam(net.parameters())
for x in torch.randn(3, 6, 3):
    opt.zero_grad()
    net(x).pow(2).mean().backward()
    clip_grad_value_(net.parameters(), 0.5)
    opt.step()
