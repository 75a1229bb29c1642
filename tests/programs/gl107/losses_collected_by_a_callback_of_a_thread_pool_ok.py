"""A function that a pool of threads calls appends each loss to a list outside of it: their sum has a graph."""

from multiprocessing.pool import ThreadPool

import torch
from torch import nn

net = nn.Linear(3, 1)
losses, seen = [], []


def evaluate(batch):
    seen.append(len(batch))
    losses.append(net(batch).pow(2).mean())


with ThreadPool(2) as pool:
    pool.map(evaluate, [torch.randn(4, 3) for _ in range(4)])
total = torch.zeros(())
for loss in losses:
    total = total + loss
total.backward()
print(seen, net.weight.grad)
