"""The score is computed under no_grad, which is imported by name."""

import torch.nn.functional as F
from torch import nn, no_grad, optim, randn

net = nn.Linear(3, 1)
opt = optim.SGD(net.parameters(), lr=0.1)
for _ in range(3):
    net.train()
    opt.zero_grad()
    F.relu(net(randn(4, 3))).mean().backward()
    opt.step()
    net.eval()
    with no_grad():
        score = net(randn(2, 3))
    print(score.sum().item())
