"""Rows are changed in place only if the tensor does not require grad."""

import torch
from torch import nn


def normalized(rows):
    if rows.requires_grad:
        return torch.stack([row / row.sum() for row in rows])
    for row in rows:
        row /= row.sum()
    return rows


model = nn.Linear(3, 3)
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
target = normalized(torch.rand(4, 3))
(normalized(model(torch.rand(4, 3)).exp()) - target).square().mean().backward()
optimizer.step()
