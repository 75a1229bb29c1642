"""The losses are detached: a meter keeps None until its first update; the batches were appended by a loop of as many iterations as the command line says."""

import sys

import torch
from torch import nn


class Meter:
    def __init__(self):
        self.total = None

    def update(self, value):
        self.total = value if self.total is None else self.total + value


batches = []
for _ in range(int(sys.argv[1]) if len(sys.argv) > 1 else 20):
    batches.append(torch.randn(8, 4))

model = nn.Linear(4, 1)
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
meter = Meter()
for inputs in batches:
    optimizer.zero_grad()
    loss = model(inputs).pow(2).mean()
    loss.backward()
    optimizer.step()
    meter.update(loss.detach())
print(float(meter.total))
