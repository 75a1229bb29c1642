"""An object that the function receives holds the optimizer: a method that is called for its effect may reset the gradients."""

import torch
from torch import nn


class Learner:
    def __init__(self):
        self.model = nn.Linear(3, 1)
        self.optimizer = torch.optim.SGD(self.model.parameters(), lr=0.1)

    def begin_batch(self, number):
        self.number = number
        self.optimizer.zero_grad()

    def loss(self, batch):
        return self.model(batch).exp().mean()


def train(learner, batches):
    for number, batch in enumerate(batches):
        learner.begin_batch(number)
        loss = learner.loss(batch)
        loss.backward()
        learner.optimizer.step()


eval("train")(eval("Learner")(), torch.randn(3, 2, 3))
