"""A score in eval mode builds a graph; only modules and functions of torch are imported by name."""

import torch.nn.functional as F
from torch import nn, randn, optim

net = nn.Linear(3, 1)
opt = optim.SGD(net.parameters(), lr=0.1)
for _ in range(3):
    net.train()
    opt.zero_grad()
    F.relu(net(randn(4, 3))).mean().backward()
    opt.step()
    net.eval()
    score = net(randn(2, 3))  # ! GL301
    print(score.sum().item())
