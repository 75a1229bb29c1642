"""This wrapper synchronizes in the backward pass, unless it is under no_sync."""

import contextlib

import torch
from torch import nn


class Sharded(nn.Module):
    def __init__(self, module):
        super().__init__()
        self.module = module

    def forward(self, x):
        return self.module(x)

    @contextlib.contextmanager
    def no_sync(self):
        yield


model = Sharded(nn.Linear(3, 1))
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
for first, second in torch.randn(3, 2, 4, 3):
    loss = model(first).mean()
    with model.no_sync():
        loss.backward()
    model(second).mean().backward()
    optimizer.step()
    optimizer.zero_grad()
