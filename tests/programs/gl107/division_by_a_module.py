"""The module is called, and its result detached: the loss has no graph."""

import torch
from torch import nn

net = nn.Linear(4, 1)
try:
    for x in torch.randn(3, 5, 4):
        scale = nn.Softplus()(net(x)).detach()
        loss = ((torch.randn(5, 1) / scale) ** 2).mean() + 1
        loss.backward()  # ! GL107
except TypeError as error:
    print(error)
