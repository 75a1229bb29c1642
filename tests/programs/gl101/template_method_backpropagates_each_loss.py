"""A base class calls backward on each loss of its subclass, and the losses share the graph of one forward pass."""

import sys

import torch
from torch import nn


class Trainer:
    def update(self, images, labels):
        self.optimizer.zero_grad()
        for loss in self.losses(images, labels):
            loss.backward()  # ! GL101
        self.optimizer.step()


class MultiTask(Trainer):
    def __init__(self):
        self.body = nn.Sequential(nn.Linear(6, 8), nn.Tanh())
        self.kind = nn.Linear(8, 3)
        self.size = nn.Linear(8, 1)
        parts = nn.ModuleList([self.body, self.kind, self.size])
        self.optimizer = torch.optim.SGD(parts.parameters(), lr=0.1)

    def losses(self, images, labels):
        features = self.body(images)
        kind = nn.functional.cross_entropy(self.kind(features), labels)
        return kind, self.size(features).pow(2).mean()


def run(trainer):
    for _ in range(2):
        trainer.update(torch.randn(4, 6), torch.randint(3, (4,)))


if __name__ == "__main__":
    for name in sys.argv[1:] or ["MultiTask"]:
        run(globals()[name]())
