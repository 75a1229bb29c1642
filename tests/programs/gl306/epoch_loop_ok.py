"""Grad mode is switched on at the start of each epoch."""

import torch
import torch.nn.functional as F
from torch import nn

net = nn.Linear(3, 2)
opt = torch.optim.Adam(net.parameters())
for epoch in range(3):
    torch.set_grad_enabled(True)
    net.train()
    for x, y in zip(torch.randn(2, 4, 3), torch.randint(0, 2, (2, 4))):
        loss = F.cross_entropy(net(x), y)
        opt.zero_grad()
        loss.backward()
        opt.step()
    net.eval()
    torch.set_grad_enabled(False)
    print(net(torch.randn(5, 3)).argmax(1))
