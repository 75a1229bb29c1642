"""Unresolved code receives the optimizer, and steps it."""

import torch
from torch import nn


class Engine:
    def __init__(self, optimizer):
        self.held = optimizer

    def apply(self):
        getattr(self.held, "step")()  # noqa: B009


model = nn.Linear(3, 1)
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
engine = eval("Engine")(optimizer)
for batch in torch.randn(4, 8, 3):
    optimizer.zero_grad()
    model(batch).pow(2).mean().backward()
    engine.apply()
