"""The record gets numbers."""

from dataclasses import dataclass

import torch
from torch import nn


@dataclass
class Record:
    total: float = 0.0
    count: int = 0

    def add(self, value):
        self.total = self.total + value
        self.count = self.count + 1


class Learner:
    def __init__(self, network):
        self.network = network
        self.record = Record()

    def learn(self, batch):
        loss = self.network(batch).square().mean()
        loss.backward()
        return loss


class Stepping(Learner):
    def __init__(self, network):
        super().__init__(network)
        self.optimizer = torch.optim.Adagrad(network.parameters())

    def learn(self, batch):
        self.optimizer.zero_grad()
        loss = super().learn(batch)
        self.optimizer.step()
        self.record.add(loss.item())
        return loss.item()


learner = Stepping(nn.Linear(2, 2))
for batch in torch.randn(5, 3, 2):
    print(learner.learn(batch))
print(learner.record.count)
