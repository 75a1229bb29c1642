"""A trainer declares that a field, which an unresolved base class sets, is a module: what it builds is only used detached."""

from types import SimpleNamespace

import torch
from torch import nn


class Trainer(SimpleNamespace):
    encoder: nn.Module

    def __init__(self, epochs, **parts):
        super().__init__(**parts)
        self.epochs = epochs

    def train(self):
        for _ in range(self.epochs):
            for batch in self.batches:
                self.optimizer.zero_grad()
                features = self.encoder(batch).detach()  # ! GL304
                self.head(features).mean().backward()
                self.optimizer.step()


if __name__ == "__main__":
    head = nn.Linear(2, 1)
    optimizer = torch.optim.SGD(head.parameters(), lr=0.1)
    eval("Trainer")(2, encoder=nn.Linear(4, 2), head=head, optimizer=optimizer, batches=torch.randn(3, 3, 4)).train()
