"""The distance to zero of values from a state dict has no graph: the next iteration needs nothing of this one."""

import torch
from torch import nn


def fit(members, head, batches):
    values = list(members[0].state_dict().values())
    size = (values[0] ** 2).sum()
    optimizer = torch.optim.SGD(head.parameters(), 0.1)
    for batch in batches:
        optimizer.zero_grad()
        loss = head(batch).pow(2).mean() + size
        loss.backward(retain_graph=True)  # ! GL201
        optimizer.step()


eval("fit")([nn.Linear(3, 2)], nn.Linear(3, 1), [torch.randn(4, 3) for _ in range(3)])
