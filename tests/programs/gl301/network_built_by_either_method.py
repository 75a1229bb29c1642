"""Either of two methods builds the network, and none freezes it: its evaluation builds a graph."""

import sys

import torch
from torch import nn


class Learner:
    def build(self, make):
        self.network = make()

    def rebuild(self, make):
        self.network = make()

    def score(self, batches):
        self.network.eval()
        correct = 0
        for batch in batches:
            outputs = self.network(batch)  # ! GL301
            correct += int((outputs > 0).sum())
        return correct


if __name__ == "__main__":
    for name in sys.argv[1:] or ["Learner"]:
        learner = globals()[name]()
        learner.build(lambda: nn.Linear(4, 1))
        print(learner.score(torch.randn(3, 8, 4)))
