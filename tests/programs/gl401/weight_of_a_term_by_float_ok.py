"""The ratio of two losses is a number on purpose: it weighs the second one."""

import torch
from torch import nn

net, side = nn.Linear(3, 1), nn.Linear(3, 1)
optimizer = torch.optim.SGD([*net.parameters(), *side.parameters()], lr=0.1)
for batch in torch.randn(4, 5, 3):
    first, second = net(batch).square().mean(), side(batch).exp().mean()
    loss = first + float(first) / float(second) * second
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
