"""The meter takes tensors and detaches them itself, before it adds and before it stores."""

import torch
from torch import nn


class Meter:
    def __init__(self):
        self.total, self.values = 0.0, []

    def update(self, value):
        if isinstance(value, torch.Tensor):
            value = value.detach().item()
        self.total += value
        self.values.append(value)


meter = Meter()
network = nn.Linear(3, 1)
optimizer = torch.optim.SGD(network.parameters(), lr=0.1)
for batch in torch.randn(5, 4, 3):
    loss = network(batch).pow(2).mean()
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    meter.update(loss)
print(meter.total, len(meter.values))
