"""The error rate has no graph, and switching requires_grad on makes it a leaf from which nothing is reached."""

import torch
import torch.nn.functional as F
from torch import nn

net = nn.Linear(3, 3)
opt = torch.optim.SGD(net.parameters(), lr=0.1)
for x, y in zip(torch.randn(3, 6, 3), torch.randint(0, 3, (3, 6))):
    guess = net(x).argmax(1)
    loss = (guess != y).float().mean()
    loss.requires_grad = True  # ! GL401
    opt.zero_grad()
    loss.backward()
    opt.step()
