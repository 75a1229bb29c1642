"""The agent keeps a value estimate for its next call, and then steps the optimizer: the estimate's graph saved the old weights."""

import sys

import torch
from torch import nn


class ValueLearner:
    def __init__(self, discount=0.9):
        self.value = nn.Sequential(nn.Linear(4, 8), nn.Tanh(), nn.Linear(8, 1))
        self.optimizer = torch.optim.SGD(self.value.parameters(), lr=0.01)
        self.discount = discount
        self.begin()

    def begin(self):
        self.estimate = None

    def observe(self, state, reward):
        current = self.value(state).squeeze(-1)
        if self.estimate is not None:
            error = reward + self.discount * current.detach() - self.estimate
            self.optimizer.zero_grad()
            error.pow(2).mean().backward()  # ! GL104
            self.optimizer.step()
        self.estimate = current


if __name__ == "__main__":
    for name in sys.argv[1:] or ["ValueLearner"]:
        learner = globals()[name]()
        for _ in range(4):
            learner.observe(torch.randn(3, 4), torch.randn(3))
