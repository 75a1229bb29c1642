"""A class validates and then raises if a file is missing: what validation returned is dropped, and its graphs are not used."""

import os

import torch
from torch import nn


class Trainer:
    def __init__(self, model):
        self.model = model
        self.optimizer = torch.optim.SGD(model.parameters(), lr=0.1)

    def validate(self, batches):
        self.model.eval()
        worst = torch.tensor(0.0)
        for x, y in batches:
            loss = (self.model(x) - y).pow(2).mean()  # ! GL301
            worst = torch.max(worst, loss)
        return worst

    def train(self, batches):
        self.model.train()
        for x, y in batches:
            self.optimizer.zero_grad()
            (self.model(x) - y).pow(2).mean().backward()
            self.optimizer.step()

    def fit(self, batches, path=None):
        self.validate(batches)
        if path is not None:
            raise FileNotFoundError(path)
        self.train(batches)


def main(path):
    batches = [(torch.randn(4, 3), torch.randn(4, 1)) for _ in range(3)]
    Trainer(nn.Linear(3, 1)).fit(batches, path)


globals()[os.environ.get("COMMAND", "main")](None)
