"""The smallest of several losses is chosen and backpropagated; the property `step` of a schedule is read for its effect."""

import torch
from torch import nn


class Schedule:
    def __init__(self, total):
        self.total, self.done = total, 0

    @property
    def step(self):
        self.done += 1
        return self.done / self.total


def advance(schedule):
    if schedule.done > 100:
        schedule.step


model = nn.Linear(3, 2)
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
schedule = Schedule(4)
for batch in range(4):
    outputs = model(torch.randn(8, 3))
    losses = []
    for column in outputs.unbind(1):
        losses += [column.pow(2).mean()]
    smallest = min(losses)
    optimizer.zero_grad()
    smallest.backward()
    optimizer.step()
    advance(schedule)
