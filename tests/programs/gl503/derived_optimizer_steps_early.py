"""An optimizer of the program, without a constructor of its own, steps before the backward pass of the iteration."""

import torch
from torch import nn


class Counting(torch.optim.SGD):
    taken = 0

    def step(self, closure=None):
        self.taken += 1
        return super().step(closure)


net = nn.Linear(3, 1)
optimizer = Counting(net.parameters(), lr=0.1)
for _ in range(3):
    optimizer.zero_grad()
    loss = net(torch.randn(4, 3)).pow(2).mean()
    optimizer.step()  # ! GL503
    loss.backward()
