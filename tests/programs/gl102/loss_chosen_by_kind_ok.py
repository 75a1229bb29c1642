"""The kind of loss is set once, so that every iteration takes the same branch and computes its loss and its penalty."""

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
        weight = self.net.weight
        for real in loader:
            scores = self.net(real)
            if self.kind == "wasserstein":
                loss = -scores.mean()
            elif self.kind == "hinge":
                loss = (1 - scores).relu().mean()
            loss = loss + 0.1 * weight.pow(2).sum()
            self.optimizer.zero_grad()
            loss.backward()
            self.optimizer.step()


Trainer(parser.parse_args([])).train([torch.randn(4, 6) for _ in range(3)])
