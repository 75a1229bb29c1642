"""The newest loss is put in on the left of a window of two, and the one that was backpropagated from drops out on the right."""

from collections import deque

import torch
from torch import nn

net = nn.Linear(3, 1)
optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
window = deque([], 2)
for batch in torch.randn(5, 2, 3):
    window.appendleft(net(batch).pow(2).mean())
    optimizer.zero_grad()
    window[0].backward()
    window[0] = window[0].detach()
    optimizer.step()
print(sum(window).item())
