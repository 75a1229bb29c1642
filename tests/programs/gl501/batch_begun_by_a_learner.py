"""An object that the function receives holds the optimizer, and its methods are called for their results only."""

import torch
from torch import nn


class Learner:
    def __init__(self):
        self.model = nn.Linear(3, 1)
        self.optimizer = torch.optim.SGD(self.model.parameters(), lr=0.1)

    def begin_batch(self, number):
        return number + 1

    def loss(self, batch):
        return self.model(batch).exp().mean()


def train(learner, batches):
    for number, batch in enumerate(batches):
        count = learner.begin_batch(number)
        loss = learner.loss(batch)
        (loss / count).backward()  # ! GL501
        learner.optimizer.step()


eval("train")(eval("Learner")(), torch.randn(3, 2, 3))
