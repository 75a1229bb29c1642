"""A learner collects the losses of several batches, trains on their sum and empties the list."""

import sys

import torch
from torch import nn


class Delayed(nn.Module):
    def __init__(self):
        super().__init__()
        self.layers = nn.Sequential(nn.Linear(3, 6), nn.Tanh(), nn.Linear(6, 1))
        self.pending = []

    def forward(self, inputs):
        return self.layers(inputs)


class DelayedLearner:
    def __init__(self):
        self.net = Delayed()
        self.optimizer = torch.optim.SGD(self.net.parameters(), lr=0.05)

    def see(self, inputs, targets):
        error = nn.functional.mse_loss(self.net(inputs), targets)
        self.net.pending.append(error)
        return error.item()

    def apply(self, scale=1.0):
        total = scale * torch.stack(self.net.pending).sum()
        self.optimizer.zero_grad()
        total.backward()
        self.optimizer.step()
        del self.net.pending[:]


if __name__ == "__main__":
    for name in sys.argv[1:] or ["DelayedLearner"]:
        learner = globals()[name]()
        for _ in range(3):
            for _ in range(2):
                learner.see(torch.randn(4, 3), torch.randn(4, 1))
            learner.apply()
