"""The loss is one that can be differentiated."""

import torch
import torch.nn.functional as F
from torch import nn

net = nn.Linear(3, 3)
opt = torch.optim.SGD(net.parameters(), lr=0.1)
for x, y in zip(torch.randn(3, 6, 3), torch.randint(0, 3, (3, 6))):
    loss = F.cross_entropy(net(x), y)
    opt.zero_grad()
    loss.backward()
    opt.step()
