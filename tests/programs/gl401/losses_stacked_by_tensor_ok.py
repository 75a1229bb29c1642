"""The losses are stacked, which keeps their graphs."""

import torch
from torch import nn

net = nn.Linear(4, 1)
opt = torch.optim.SGD(net.parameters(), lr=0.1)
for epoch in range(3):
    losses = []
    opt.zero_grad()
    for x in torch.randn(3, 8, 4):
        losses.append(net(x).pow(2).mean())
    loss = torch.stack(losses).mean()
    loss.backward()
    opt.step()
