"""The list is emptied in the first iteration only."""

import torch
from torch import nn


net = nn.Linear(3, 1)
opt = torch.optim.SGD(net.parameters(), lr=0.1)
seen = []
for step in range(60):
    if step == 0:
        seen.clear()
    loss = net(torch.randn(4, 3)).pow(2).mean()
    opt.zero_grad()
    loss.backward()
    opt.step()
    seen.append(loss)  # ! GL203
