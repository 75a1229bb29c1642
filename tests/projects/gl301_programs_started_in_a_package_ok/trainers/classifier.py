"""The trainer of a classifier validates where the base class has switched grad mode off."""

from torch import nn
from trainers.base import Trainer


class ClassifierTrainer(Trainer):
    def __init__(self, rate):
        super().__init__(nn.Linear(3, 2), rate)

    def loss(self, x, y):
        return nn.functional.cross_entropy(self.model(x), y)

    def validate(self, batches):
        right = 0
        for x, y in batches:
            right += int((self.model(x).argmax(1) == y).sum())
        return right
