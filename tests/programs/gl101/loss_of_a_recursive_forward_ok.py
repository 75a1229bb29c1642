"""Two calls of a recursive method build a graph each: the loss is new in every iteration."""

import torch
from torch import nn


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.layer = nn.Linear(3, 1)

    def deep(self, x, n):
        return self.layer(x).sum() if n == 0 else self.deep(x, n - 1)


net = Net()
optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
for x in torch.randn(4, 2, 3):
    net.layer(x).sum().backward()
    optimizer.zero_grad()
    loss = net.deep(x, 4) + net.deep(x, 3)
    loss.backward()
    optimizer.step()
