"""Under no_sync the parts of a batch add up their gradients, and each part has its own penalty."""

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
    for number, part in enumerate(parts):
        with model.no_sync() if number + 1 < len(parts) else contextlib.nullcontext():
            loss = model(part).pow(2).mean() + model.module.weight.pow(2).sum()
            loss.backward()
    optimizer.step()
    optimizer.zero_grad()
