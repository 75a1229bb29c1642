"""The step comes after backward."""

import torch
import torch.nn.functional as F
from torch import nn

net = nn.Linear(4, 3)
opt = torch.optim.SGD(net.parameters(), lr=0.1)
for x, y in zip(torch.randn(3, 5, 4), torch.randint(0, 3, (3, 5))):
    opt.zero_grad()
    loss = F.nll_loss(F.log_softmax(net(x), 1), y)
    loss.backward()
    opt.step()
