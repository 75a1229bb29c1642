"""SGD only calls the closure, which computes no gradients without being asked: the update before the norm is measured uses none."""

import torch
from torch import nn


class Learner:
    def __init__(self, optimizer, model):
        self.optimizer = optimizer
        self.model = model

    def update(self, x, y):
        def closure(backward=False):
            self.optimizer.zero_grad()
            loss = (self.model(x) - y).pow(2).mean()
            if backward:
                loss.backward()
            return loss

        self.optimizer.step(closure)  # ! GL503
        closure(backward=True)
        return sum(parameter.grad.norm().item() for parameter in self.model.parameters())


def run(batches):
    model = nn.Linear(3, 1)
    learner = Learner(torch.optim.SGD(model.parameters(), lr=0.1), model)
    return [learner.update(x, y) for x, y in batches]


print(eval("run")([(torch.randn(4, 3), torch.randn(4, 1)) for _ in range(3)]))
