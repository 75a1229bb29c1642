"""A subclass of the trainer overrides the method by which the constructor creates the criterion, and its criterion is a mean of probabilities."""

import sys

import torch
from torch import nn


class Deviation:
    def __call__(self, outputs, labels):
        return nn.functional.cross_entropy(outputs, labels)


class ErrorRate:
    def __call__(self, outputs, labels):
        return 1 - outputs.softmax(dim=1).gather(1, labels[:, None]).mean()


class Fitter:
    def __init__(self, network):
        self.network = network
        self.optimizer = torch.optim.SGD(network.parameters(), lr=0.1)
        self.criterion = self.make_criterion()

    def make_criterion(self):
        return Deviation()

    def fit(self, batches):
        for inputs, labels in batches:
            self.optimizer.zero_grad()
            loss = self.criterion(self.network(inputs), labels)
            loss.backward()
            self.optimizer.step()


class ErrorFitter(Fitter):
    def make_criterion(self):
        return ErrorRate()


def main(name):
    fitter = globals()[name](nn.Linear(4, 3))
    fitter.fit([(torch.randn(8, 4), torch.randint(3, (8,))) for _ in range(2)])


if __name__ == "__main__":
    for name in sys.argv[1:] or ["ErrorFitter"]:
        main(name)
