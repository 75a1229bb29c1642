"""The gradients are clipped when the step has used them already, and zeroed before the next one."""

import torch
from torch import nn
from torch.nn.utils import clip_grad_value_

net = nn.Linear(3, 1)
opt = torch.optim.Adam(net.parameters())
for x in torch.randn(3, 6, 3):
    opt.zero_grad()
    net(x).pow(2).mean().backward()
    opt.step()
    clip_grad_value_(net.parameters(), 0.5)  # ! GL504
