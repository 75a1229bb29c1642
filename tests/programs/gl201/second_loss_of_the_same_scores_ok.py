"""An unresolved function computes two losses of the same scores, of which the second is backpropagated through after the first."""

import importlib

import torch
from torch import nn

loss_of = getattr(importlib.import_module("torch.nn.functional"), "cross_entropy")


class Trainer:
    def __init__(self, model, optimizer, loader, weights=None):
        self.model, self.optimizer, self.loader, self.weights = model, optimizer, loader, weights

    def epoch(self):
        self.model.train()
        for x, y in self.loader:
            self.optimizer.zero_grad()
            scores = self.model(x.float())
            weights = torch.tensor(self.weights) if self.weights else None
            loss = loss_of(scores, y.long(), weight=weights)
            loss.backward(retain_graph=True)
            loss_of(scores, 1 - y.long()).backward()
            self.optimizer.step()


model = nn.Linear(3, 2)
batches = [(torch.randn(2, 3), torch.tensor([0, 1])) for _ in range(4)]
vars()["Trainer"](model, torch.optim.SGD(model.parameters(), lr=0.1), batches).epoch()
