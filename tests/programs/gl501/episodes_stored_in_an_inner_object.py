"""The update runs on episodes that another method has stored in an object of an object, and nothing resets the gradients."""

import torch
from torch import nn


class Episodes:
    def __init__(self):
        self.items = []

    def add(self, item):
        self.items.append(item)


class History:
    def __init__(self):
        self.episodes = Episodes()

    def record(self, item):
        self.episodes.add(item)


class Learner:
    def __init__(self):
        self.model = nn.Linear(3, 1)
        self.optimizer = torch.optim.SGD(self.model.parameters(), lr=0.1)
        self.history = History()

    def observe(self, item):
        self.history.record(item)

    def update(self):
        for item in self.history.episodes.items:
            loss = self.model(item).pow(2).mean()
            loss.backward()  # ! GL501
            self.optimizer.step()


learner = eval("Learner")()
for _ in range(4):
    learner.observe(torch.randn(2, 3))
eval("learner").update()
