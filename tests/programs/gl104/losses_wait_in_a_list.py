"""The oldest of two waiting losses is backpropagated after a step has modified the weights that it needs."""

import torch
from torch import nn


class Delayed:
    def __init__(self, net):
        self.net, self.waiting = net, []
        self.optimizer = torch.optim.SGD(net.parameters(), lr=0.1)

    def step(self, batch):
        self.waiting.append(self.net(batch).pow(2).mean())
        if len(self.waiting) == 2:
            self.optimizer.zero_grad()
            self.waiting.pop(0).backward()  # ! GL104
            self.optimizer.step()


delayed = Delayed(nn.Sequential(nn.Linear(4, 8), nn.Tanh(), nn.Linear(8, 1)))
for _ in range(5):
    delayed.step(torch.randn(3, 4))
