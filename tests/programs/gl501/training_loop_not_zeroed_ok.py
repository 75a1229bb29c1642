"""The gradients are zeroed before each backward."""

import torch
from torch import nn

net = nn.Linear(5, 1)
opt = torch.optim.SGD(net.parameters(), lr=0.01)
lossf = nn.MSELoss()
for epoch in range(3):
    for x, y in zip(torch.randn(2, 4, 5), torch.randn(2, 4, 1)):
        loss = lossf(net(x), y)
        opt.zero_grad()
        loss.backward()
        opt.step()
