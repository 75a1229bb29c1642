"""Whichever cell it is, its state goes in again undetached, and the backward of the first step has succeeded."""

import json

import torch
from torch import nn

config = json.loads('{"cell": "GRUCell"}')


class Reader(nn.Module):
    def __init__(self, name, size):
        super().__init__()
        self.cell = getattr(nn, name)(size, size)
        self.out = nn.Linear(size, size)

    def forward(self, x, state):
        state = self.cell(x, state)
        return self.out(state), state


reader = Reader(config["cell"], 3)
optimizer = torch.optim.Adam(reader.parameters())
state = torch.zeros(2, 3)
for x in torch.randn(4, 2, 3):
    answer, state = reader(x, state)
    optimizer.zero_grad()
    (answer - x).pow(2).mean().backward()  # ! GL103
    optimizer.step()
