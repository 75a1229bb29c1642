"""A helper falls back to `zip` where Python 2's `izip` cannot be imported: the loop after it never clears the gradients."""

import sys

import torch
from torch import nn


def pairs(first, second):
    if sys.version_info < (3,):
        from itertools import izip
    else:
        izip = zip
    return list(izip(first, second))


model = nn.Linear(3, 1)
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
for x, y in pairs(torch.randn(4, 2, 3), torch.randn(4, 2, 1)):
    loss = nn.functional.mse_loss(model(x), y)
    loss.backward()  # ! GL501
    optimizer.step()
