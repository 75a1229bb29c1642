"""The penalties of the parts are computed once and wait in slots, whose number is known at run time only; each batch adds one of them."""

import torch
from torch import nn

net = nn.Linear(4, 1)
optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
penalties = [None] * int(torch.randint(2, 4, ()))
for part in range(len(penalties)):
    penalties[part] = net.weight.square().sum()
for batch in torch.randn(6, 5, 4):
    loss = net(batch).square().mean() + penalties[0]
    optimizer.zero_grad()
    loss.backward()  # ! GL102
    optimizer.step()
