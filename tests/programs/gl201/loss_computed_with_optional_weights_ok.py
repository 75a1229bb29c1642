"""The same with a plain backward: no graph is retained."""

import importlib

import torch
from torch import nn

loss_of = getattr(importlib.import_module("torch.nn.functional"), "cross_entropy")
show = getattr(importlib.import_module("builtins"), "print")


class Trainer:
    def __init__(self, model, optimizer, loader, weights=None, count=2):
        self.model, self.optimizer, self.loader = model, optimizer, loader
        self.weights, self.count, self.index = weights, count, 0
        self.report()

    def report(self):
        show(self.loader)

    def epoch(self):
        self.report()
        self.model.train()
        self.optimizer.zero_grad()
        for x, y in self.loader:
            self.index += 1
            scores = self.model(x.float())
            weights = self.loader.weights if hasattr(self.loader, "weights") else self.weights
            if weights:
                weights = torch.tensor(weights)
            loss = loss_of(scores, y.long(), weight=weights)
            loss /= self.count
            loss.backward()
            if self.index % self.count == 0:
                self.optimizer.step()
                self.optimizer.zero_grad()


def main():
    model = nn.Linear(3, 2)
    batches = [(torch.randn(2, 3), torch.tensor([0, 1])) for _ in range(4)]
    trainer = vars(importlib.import_module("__main__"))["Trainer"](model, torch.optim.SGD(model.parameters(), lr=0.1), batches)
    trainer.epoch()


if __name__ == "__main__":
    main()
