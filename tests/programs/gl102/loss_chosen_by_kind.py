"""Each kind computes its loss in every iteration, and adds a penalty that was built before the loop."""

import argparse

import torch
from torch import nn

parser = argparse.ArgumentParser()
parser.add_argument("--kind", default="hinge")


class Trainer:
    def __init__(self, config):
        self.kind = config.kind
        self.net = nn.Linear(6, 1)
        self.optimizer = torch.optim.Adam(self.net.parameters())

    def train(self, loader):
        penalty = self.net.weight.pow(2).sum()
        for real in loader:
            scores = self.net(real)
            if self.kind == "wasserstein":
                loss = -scores.mean()
            elif self.kind == "hinge":
                loss = (1 - scores).relu().mean()
            loss = loss + 0.1 * penalty
            self.optimizer.zero_grad()
            loss.backward()  # ! GL102
            self.optimizer.step()


Trainer(parser.parse_args([])).train([torch.randn(4, 6) for _ in range(3)])
