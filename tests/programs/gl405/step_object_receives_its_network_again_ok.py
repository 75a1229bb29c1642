"""The step is constructed with a network, whose parameters its optimizer owns, and is called with the same network."""

import sys

import torch
from torch import nn


class Step:
    def __init__(self, network):
        self.optimizer = torch.optim.Adam(network.parameters(), lr=1e-3)

    def __call__(self, network, batch):
        self.optimizer.zero_grad()
        loss = network(batch).square().mean()
        loss.backward()
        self.optimizer.step()
        return loss.item()


def main(name):
    network = nn.Linear(4, 2)
    step = globals()[name](network)
    for batch in torch.randn(3, 8, 4):
        print(step(network, batch))


if __name__ == "__main__":
    for name in sys.argv[1:] or ["Step"]:
        main(name)
