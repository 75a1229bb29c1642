"""popleft takes the oldest loss of the queue, which no backward has reached yet."""

from collections import deque

import torch
from torch import nn

net = nn.Linear(3, 1)
optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
queue = deque([net(torch.randn(2, 3)).pow(2).mean()])
for batch in torch.randn(2, 2, 3):
    queue.append(net(batch).pow(2).mean())
    optimizer.zero_grad()
    queue.popleft().backward()
    optimizer.step()
queue.rotate()
queue[0].backward()
