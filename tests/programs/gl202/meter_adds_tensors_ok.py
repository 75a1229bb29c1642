"""All that the meter gets are numbers."""

import torch
from torch import nn


class AverageMeter:
    def __init__(self):
        self.sum = 0
        self.count = 0

    def update(self, value, n=1):
        self.sum += value * n
        self.count += n

    @property
    def average(self):
        return self.sum / self.count


stats = {"fit": AverageMeter(), "size": AverageMeter()}
network = nn.Sequential(nn.Linear(4, 5), nn.Tanh(), nn.Linear(5, 2))
optimizer = torch.optim.Adam(network.parameters())
for batch in torch.randn(5, 3, 4):
    answer = network(batch)
    fit, size = (answer - batch[:, :2]).pow(2).mean(), answer.abs().mean()
    optimizer.zero_grad()
    (fit + 0.1 * size).backward()
    optimizer.step()
    stats["fit"].update(fit.item(), len(batch))
    stats["size"].update(size.item(), len(batch))
print({name: float(meter.average) for name, meter in stats.items()})
