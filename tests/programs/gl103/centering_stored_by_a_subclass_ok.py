"""The constructor of a subclass stores the centering that the inherited loop calls, whose mean is detached."""

import sys

import torch
from torch import nn


class Centering:
    def __init__(self):
        self.mean = torch.zeros(())

    def __call__(self, values):
        self.mean = 0.9 * self.mean + 0.1 * values.square().mean().detach()
        return values - self.mean


class Fitter:
    def __init__(self, network):
        self.network = network
        self.optimizer = torch.optim.SGD(network.parameters(), lr=0.1)
        self.normalize = nn.Identity()

    def fit(self, batches):
        for batch in batches:
            self.optimizer.zero_grad()
            loss = self.normalize(self.network(batch)).square().mean()
            loss.backward()
            self.optimizer.step()


class CenteredFitter(Fitter):
    def __init__(self, network):
        super().__init__(network)
        self.normalize = Centering()


def main(name):
    fitter = globals()[name](nn.Linear(4, 3))
    fitter.fit([torch.randn(8, 4) for _ in range(3)])


if __name__ == "__main__":
    for name in sys.argv[1:] or ["CenteredFitter"]:
        main(name)
