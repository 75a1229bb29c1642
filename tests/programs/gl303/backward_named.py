"""The method is named and not called: no step ever finds a gradient."""

import torch
from torch import nn

net = nn.Linear(3, 1)
opt = torch.optim.Adam(net.parameters())
for x in torch.randn(3, 4, 3):
    opt.zero_grad()
    loss = net(x).pow(2).mean()
    loss.backward  # ! GL303
    opt.step()
