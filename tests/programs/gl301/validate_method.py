"""The validation keeps only a sum of numbers, and the graphs of its batches are built for nothing."""

import torch
from torch import nn


class Experiment:
    def __init__(self):
        self.net = nn.Linear(3, 1)
        self.opt = torch.optim.Adam(self.net.parameters(), 0.01)
        self.best = float("inf")

    def train(self, batches):
        self.net.train()
        for x in batches:
            self.opt.zero_grad()
            nn.functional.mse_loss(self.net(x), x.sum(1, keepdim=True)).backward()
            self.opt.step()

    def validate(self, batches):
        self.net.eval()
        total = 0.0
        for x in batches:
            out = self.net(x)  # ! GL301
            total += nn.functional.mse_loss(out, x.sum(1, keepdim=True)).item()
        return total / len(batches)

    def run(self, patience=2):
        bad = 0
        for epoch in range(4):
            self.train(torch.randn(3, 6, 3))
            val = self.validate(torch.randn(2, 6, 3))
            bad = 0 if val < self.best else bad + 1
            self.best = min(val, self.best)
            if bad > patience:
                break


Experiment().run()
