"""Only numbers that `item()` read are weighted by the sizes of batches and returned: the caller receives no graph."""

import torch
from torch import nn


class Meter:
    def __init__(self):
        self.total, self.count, self.average = 0, 0, 0

    def update(self, value, n=1):
        self.total += value * n
        self.count += n
        self.average = self.total / self.count


def validate_with_meter(model, criterion, loader):
    model.eval()
    losses = Meter()
    for x, y in loader:
        output = model(x)  # ! GL301
        losses.update(criterion(output, y).item(), x.size(0))
    return losses.average


def validate_with_sum(model, criterion, loader):
    model.eval()
    total = 0.0
    for x, y in loader:
        output = model(x)  # ! GL301
        total += criterion(output, y).item() * y.size(0)
    return total


def validate_to_list(model, metric, loader, scale):
    model.eval()
    scores = []
    for x, y in loader:
        output = model(x)  # ! GL301
        scores.append(metric(output, y).item() / scale.of(y))
    return scores


class Scale:
    def of(self, y):
        return len(y)


hidden = eval
network = nn.Linear(3, 1)
batches = [(torch.randn(2, 3), torch.randn(2, 1)) for _ in range(3)]
hidden("validate_with_meter")(network, nn.MSELoss(), batches)
hidden("validate_with_sum")(network, nn.MSELoss(), batches)
hidden("validate_to_list")(network, nn.MSELoss(), batches, Scale())
