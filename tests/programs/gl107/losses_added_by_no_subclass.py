"""The loss of a step starts as zero, and the subclass calls the abstract method of its base class without adding to it."""

from abc import ABC, abstractmethod

import torch
from torch import nn


class Translator(ABC):
    def __init__(self, network):
        self.network = network
        self.optimizer = torch.optim.SGD(network.parameters(), lr=0.1)

    @abstractmethod
    def backward(self, x):
        self.loss.backward()  # ! GL107

    def step(self, x):
        self.loss = torch.tensor(0.0)
        self.optimizer.zero_grad()
        self.backward(x)
        self.optimizer.step()


class Reconstruction(Translator):
    def backward(self, x):
        super().backward(x)


def train(cls, batches):
    translator = cls(nn.Linear(3, 3))
    for batch in batches:
        translator.step(batch)


eval("train")(Reconstruction, [torch.randn(4, 3) for _ in range(3)])
