"""One meter averages losses, another one numbers: only the loss has a graph to detach."""

import torch
from torch import nn


class Meter:
    def __init__(self):
        self.sum, self.count = 0.0, 0

    def update(self, value, n):
        self.sum += value * n  # ! GL202
        self.count += n


model = nn.Linear(4, 1)
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
losses, rates = Meter(), Meter()
for step in range(5):
    rate = 0.1 / (step + 1)
    loss = model(torch.randn(8, 4)).square().mean()
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    losses.update(loss, 8)
    rates.update(rate, 8)
print(float(losses.sum), rates.sum)
