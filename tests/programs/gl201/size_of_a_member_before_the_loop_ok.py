"""The penalty on a parameter of the first member is computed before the loop: each backward pass uses its graph."""

import torch
from torch import nn


def fit(members, head, batches):
    values = list(members[0].parameters())
    size = (values[0] ** 2).sum()
    optimizer = torch.optim.SGD(head.parameters(), 0.1)
    for batch in batches:
        optimizer.zero_grad()
        loss = head(batch).pow(2).mean() + size
        loss.backward(retain_graph=True)
        optimizer.step()


eval("fit")([nn.Linear(3, 2)], nn.Linear(3, 1), [torch.randn(4, 3) for _ in range(3)])
