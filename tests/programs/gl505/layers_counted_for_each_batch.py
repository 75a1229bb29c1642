"""A function that calls itself counts the layers for a log. It reads no gradient: the reset drops those of each batch."""

import torch
from torch import nn

net = nn.Sequential(nn.Sequential(nn.Sequential(nn.Linear(4, 6), nn.Tanh()), nn.Linear(6, 6)), nn.Linear(6, 2))
optimizer = torch.optim.Adam(net.parameters())


def count(module: nn.Module) -> int:
    total = 1
    for child in module.children():
        total += count(child)
    return total


for step in range(9):
    optimizer.zero_grad()  # ! GL505
    loss = net(torch.randn(5, 4)).square().mean() / 3
    loss.backward()
    print(step, count(net), loss.item())
    if step % 3 == 2:
        optimizer.step()
