"""A method stores what it is given under the name that its caller has formatted."""

import torch
from torch import nn


class Tracker:
    def keep(self, name, value):
        setattr(self, name, value)


class Trainer:
    def __init__(self):
        self.model = nn.Linear(3, 1)
        self.optimizer = torch.optim.SGD(self.model.parameters(), lr=0.1)
        self.tracker = Tracker()

    def fit(self, batches):
        for step, batch in enumerate(batches):
            self.optimizer.zero_grad()
            loss = self.model(batch).square().mean()
            loss.backward()
            self.optimizer.step()
            self.tracker.keep("loss_{}".format(step), loss.detach())


Trainer().fit(torch.randn(50, 4, 3))
