"""The list is emptied each time it is long enough, the last time as the loop ends, and nothing backpropagates from it."""

import torch
from torch import nn


net = nn.Linear(3, 1)
opt = torch.optim.SGD(net.parameters(), lr=0.1)
seen = []
for step in range(55):
    loss = net(torch.randn(4, 3)).pow(2).mean()
    opt.zero_grad()
    loss.backward()
    opt.step()
    seen.append(loss)
    if len(seen) > 10:
        seen.clear()
