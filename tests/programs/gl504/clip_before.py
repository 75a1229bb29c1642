"""The gradients are clipped before backward has computed them."""

import torch
from torch import nn

net = nn.LSTM(3, 4)
opt = torch.optim.SGD(net.parameters(), lr=1.0)
for x in torch.randn(3, 6, 2, 3):
    opt.zero_grad()
    loss = net(x)[0].pow(2).mean()
    torch.nn.utils.clip_grad_norm_(net.parameters(), 0.25)  # ! GL504
    loss.backward()
    opt.step()
