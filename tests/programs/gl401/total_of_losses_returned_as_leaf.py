"""A function returns the sum of a leaf made of the losses: no parameter gets a gradient from the caller's backward."""

import torch
from torch import nn

net = nn.Linear(4, 1)
opt = torch.optim.SGD(net.parameters(), lr=0.1)


def total(batch):
    losses = {}
    for i, x in enumerate(batch):
        losses[i] = net(x).pow(2).mean()
    return torch.tensor(list(losses.values()), requires_grad=True).sum()  # ! GL401


for epoch in range(3):
    opt.zero_grad()
    total(torch.randn(3, 8, 4)).backward()
    opt.step()
