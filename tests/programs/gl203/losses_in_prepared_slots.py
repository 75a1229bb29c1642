"""Each loss gets a slot of its own in a list that was made before the loop."""

import torch
from torch import nn

net = nn.Linear(3, 1)
optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
history = [None] * 6
for step in range(6):
    loss = net(torch.randn(4, 3)).pow(2).mean()
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    history[step] = loss  # ! GL203
print([loss.item() for loss in history])
