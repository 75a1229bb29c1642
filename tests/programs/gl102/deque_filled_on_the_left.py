"""The newest loss is put in on the left, and the loss of the step before is backpropagated from a second time."""

from collections import deque

import torch
from torch import nn

net = nn.Linear(3, 1)
optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
window = deque([], 2)
for batch in torch.randn(5, 2, 3):
    window.appendleft(net(batch).pow(2).mean())
    optimizer.zero_grad()
    window[-1].backward()  # ! GL102
    optimizer.step()
print(sum(window).item())
