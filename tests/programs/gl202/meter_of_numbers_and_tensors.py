"""The meter converts numbers only, and adds the losses of a received model with their graphs."""

import numbers

import torch
from torch import nn


class Meter:
    def __init__(self):
        self.total, self.count = 0, 0

    def update(self, value, n=1):
        if isinstance(value, numbers.Number):
            value = float(value)
        self.total += value * n  # ! GL202
        self.count += n


def train(model, batches, opt):
    meter = Meter()
    for batch in batches:
        loss = model(batch).mean()
        opt.zero_grad()
        loss.backward()
        opt.step()
        meter.update(loss, len(batch))
    return meter.total / meter.count


if __name__ == "__main__":
    net = nn.Linear(3, 1)
    print(train(net, [torch.randn(4, 3) for _ in range(5)], torch.optim.SGD(net.parameters(), lr=0.1)))
