"""A mixin calls a hook after the step, and the class that it is mixed into clips the gradients there."""

import sys

import torch
from torch import nn


class UpdateMixin:
    def apply_update(self, loss):
        self.optimizer.zero_grad()
        loss.backward()
        self.before_step()
        self.optimizer.step()
        self.after_step()

    def before_step(self):
        pass

    def after_step(self):
        pass

    def learn(self, batch):
        self.apply_update(self.objective(batch))


class Regression(UpdateMixin):
    def __init__(self):
        self.layer = nn.Linear(4, 1)
        self.optimizer = torch.optim.SGD(self.layer.parameters(), lr=0.1)

    def objective(self, batch):
        return self.layer(batch).square().mean()

    def after_step(self):
        nn.utils.clip_grad_norm_(self.layer.parameters(), 1.0)  # ! GL504


def run(learner):
    for _ in range(3):
        learner.learn(torch.randn(8, 4))


if __name__ == "__main__":
    for name in sys.argv[1:] or ["Regression"]:
        run(globals()[name]())
