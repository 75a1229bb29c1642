"""A function that a pool of threads calls only counts the batches: the list of losses stays empty, and so the sum has no graph."""

from multiprocessing.pool import ThreadPool

import torch
from torch import nn

net = nn.Linear(3, 1)
losses, seen = [], []


def evaluate(batch):
    seen.append(len(batch))
    net(batch)


with ThreadPool(2) as pool:
    pool.map(evaluate, [torch.randn(4, 3) for _ in range(4)])
total = torch.zeros(())
for loss in losses:
    total = total + loss
total.backward()  # ! GL107
print(seen, net.weight.grad)
