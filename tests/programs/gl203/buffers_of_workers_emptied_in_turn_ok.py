"""The loop over the workers appends a loss to the buffer of each, and the workers backpropagate and replace their buffers."""

import torch
from torch import nn


class Worker:
    def __init__(self):
        self.net = nn.Linear(3, 1)
        self.optimizer = torch.optim.SGD(self.net.parameters(), lr=0.1)
        self.losses = []

    def observe(self, batch):
        self.losses.append(self.net(batch).square().mean())

    def update(self):
        self.optimizer.zero_grad()
        torch.stack(self.losses).mean().backward()
        self.optimizer.step()
        self.losses = []


workers = [Worker(), Worker()]
for step, batch in enumerate(torch.randn(6, 4, 3), 1):
    for worker in workers:
        worker.observe(batch)
    if step % 3 == 0:
        for worker in workers:
            worker.update()
