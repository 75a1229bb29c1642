"""A step sums its losses in a loop and keeps their sum, with its graph, for a report."""

import sys

import torch
from torch import nn


class MultiTask:
    def __init__(self):
        self.body = nn.Linear(3, 4)
        self.heads = nn.ModuleList([nn.Linear(4, 1), nn.Linear(4, 1)])
        self.optimizer = torch.optim.SGD([*self.body.parameters(), *self.heads.parameters()], lr=0.1)
        self.history = []

    def step(self, inputs, targets):
        features = torch.relu(self.body(inputs))
        losses = [nn.functional.mse_loss(head(features), target) for head, target in zip(self.heads, targets)]
        total = 0.0
        for loss in losses:
            total = total + loss
        self.optimizer.zero_grad()
        total.backward()
        self.optimizer.step()
        self.history.append(total)  # ! GL203


if __name__ == "__main__":
    for name in sys.argv[1:] or ["MultiTask"]:
        task = globals()[name]()
        for _ in range(6):
            task.step(torch.randn(4, 3), torch.randn(2, 4, 1))
