"""The optimizer steps in each third iteration by a counter kept by hand and resets the gradients then."""

import torch
from torch import nn

net = nn.Linear(4, 1)
opt = torch.optim.SGD(net.parameters(), lr=0.1)
count = 0
for x in torch.randn(30, 5, 4):
    loss = net(x).pow(2).mean() / 3
    loss.backward()
    count += 1
    if count % 3 == 0:
        opt.step()
        opt.zero_grad()
