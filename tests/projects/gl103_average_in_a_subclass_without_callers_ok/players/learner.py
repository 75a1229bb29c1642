"""A learner that updates its networks by the loss of a subclass."""

import abc

import torch


class Learner(abc.ABC):
    def __init__(self, size):
        self.size = size
        self.build()
        self.optimizer = torch.optim.RMSprop(self.weights(), lr=1e-2)

    @abc.abstractmethod
    def build(self): ...

    @abc.abstractmethod
    def weights(self): ...

    @abc.abstractmethod
    def loss(self, batch): ...

    def improve(self, batches):
        for batch in batches:
            loss = self.loss(batch)
            self.optimizer.zero_grad()
            loss.backward()
            self.optimizer.step()
