"""The meter detaches what is not a number; the loss comes from a model that the caller passes."""

import numbers

import torch
from torch import nn


class Meter:
    def __init__(self):
        self.total, self.count = 0, 0

    def update(self, value, n=1):
        if not isinstance(value, numbers.Number):
            value = value.detach()
        self.total += value * n
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
