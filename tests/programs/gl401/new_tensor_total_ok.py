"""stack keeps the graphs of the penalties."""

import torch
from torch import nn

net = nn.Linear(3, 2)
opt = torch.optim.Adam(net.parameters())
for x in torch.randn(3, 4, 3):
    main = net(x).pow(2).mean()
    reg = torch.stack([p.abs().sum() for p in net.parameters()]).sum()
    loss = main + 0.01 * reg
    opt.zero_grad()
    loss.backward()
    opt.step()
