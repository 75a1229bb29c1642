"""Each of two methods that build the network freezes it: its evaluation builds no graph."""

import sys

import torch
from torch import nn


class Learner:
    def build(self, make):
        self.network = make()
        self.freeze()

    def rebuild(self, make):
        self.network = make()
        self.freeze()

    def freeze(self):
        for parameter in self.network.parameters():
            parameter.requires_grad = False

    def score(self, batches):
        self.network.eval()
        correct = 0
        for batch in batches:
            outputs = self.network(batch)
            correct += int((outputs > 0).sum())
        return correct


if __name__ == "__main__":
    for name in sys.argv[1:] or ["Learner"]:
        learner = globals()[name]()
        learner.build(lambda: nn.Linear(4, 1))
        print(learner.score(torch.randn(3, 8, 4)))
