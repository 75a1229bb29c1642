"""A decorator of the file wraps an update that only other code calls: the wrapper calls it with the arguments that it receives."""

import functools
import sys

import torch
from torch import nn


def logged(function):
    @functools.wraps(function)
    def wrapper(self, *args):
        print(function.__name__)
        return function(self, *args)

    return wrapper


class Learner:
    def __init__(self):
        self.net = nn.Sequential(nn.Linear(3, 4), nn.Tanh(), nn.Linear(4, 1))
        self.optimizer = torch.optim.SGD(self.net.parameters(), lr=0.1)

    @logged
    def update(self, batch):
        loss = self.net(batch).pow(2).mean()
        self.optimizer.zero_grad()
        loss.backward()
        loss.backward()  # ! GL101
        self.optimizer.step()


if __name__ == "__main__":
    for name in sys.argv[1:] or ["Learner"]:
        learner = globals()[name]()
        getattr(learner, "update")(torch.randn(4, 3))
