"""Under no_sync the parts of a batch add up their gradients; the penalty is built once, and each part backpropagates it."""

import contextlib

import torch
from torch import nn


class Parallel(nn.Module):
    def __init__(self, module):
        super().__init__()
        self.module = module

    def forward(self, *inputs):
        return self.module(*inputs)

    def no_sync(self):
        return contextlib.nullcontext()


model = Parallel(nn.Linear(4, 1))
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
for batch in torch.randn(3, 6, 4):
    parts = batch.chunk(2)
    penalty = model.module.weight.pow(2).sum()
    for number, part in enumerate(parts):
        with model.no_sync() if number + 1 < len(parts) else contextlib.nullcontext():
            loss = model(part).pow(2).mean() + penalty
            loss.backward()  # ! GL102
    optimizer.step()
    optimizer.zero_grad()
