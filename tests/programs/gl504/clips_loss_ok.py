"""The parameters' gradients are clipped."""

import torch
from torch import nn

net = nn.Linear(3, 1)
opt = torch.optim.Adam(net.parameters())
for x in torch.randn(3, 6, 3):
    opt.zero_grad()
    loss = net(x).pow(2).mean()
    loss.backward()
    nn.utils.clip_grad_norm_(net.parameters(), 1.0)
    opt.step()
