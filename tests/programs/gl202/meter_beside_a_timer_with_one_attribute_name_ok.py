"""A meter keeps a running sum of numbers; a timer that resets an attribute of the same name is another class."""

import sys

import torch
from torch import nn


class Meter:
    def __init__(self):
        self.total = 0.0

    def update(self, value):
        self.total = self.total + float(value)


class Timer:
    def __init__(self):
        self.total = 0.0

    def restart(self):
        self.total = 0.0


class Learner:
    def __init__(self):
        self.net = nn.Linear(3, 1)
        self.optimizer = torch.optim.SGD(self.net.parameters(), lr=0.1)
        self.meter = Meter()
        self.timer = Timer()

    def learn(self, batch):
        loss = self.net(batch).square().mean()
        self.optimizer.zero_grad()
        loss.backward()
        self.optimizer.step()
        self.meter.update(loss)


if __name__ == "__main__":
    for name in sys.argv[1:] or ["Learner"]:
        learner = globals()[name]()
        for _ in range(5):
            learner.learn(torch.randn(4, 3))
