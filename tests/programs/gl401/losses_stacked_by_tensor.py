"""The list of losses is copied to a leaf that requires grad: backward ends there, and the step finds no gradient."""

import torch
from torch import nn

net = nn.Linear(4, 1)
opt = torch.optim.SGD(net.parameters(), lr=0.1)
for epoch in range(3):
    losses = []
    opt.zero_grad()
    for x in torch.randn(3, 8, 4):
        losses.append(net(x).pow(2).mean())
    loss = torch.tensor(losses, requires_grad=True).mean()  # ! GL401
    loss.backward()
    opt.step()
