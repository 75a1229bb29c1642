"""The first of the queue is read and backpropagated from, then taken from the queue and backpropagated from again."""

from collections import deque

import torch
from torch import nn

net = nn.Linear(3, 1)
optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
queue = deque([net(torch.randn(2, 3)).pow(2).mean()])
for batch in torch.randn(2, 2, 3):
    queue.append(net(batch).pow(2).mean())
    optimizer.zero_grad()
    queue.pop().backward()
    optimizer.step()

queue.append(net(torch.randn(2, 3)).pow(2).mean())
queue.popleft().backward()
queue[0].backward()
queue.popleft().backward()  # ! GL101
