"""A context manager of the program clears the gradients when its block is entered: a closure that the optimizer calls runs in it."""

from contextlib import contextmanager

import torch
from torch import nn


@contextmanager
def cleared(parameters, on_enter=True, on_exit=False):
    def clear():
        for parameter in parameters.values() if isinstance(parameters, dict) else parameters:
            if parameter.grad is not None:
                parameter.grad.zero_()

    if on_enter:
        clear()
    try:
        yield
    finally:
        if on_exit:
            clear()


class Closure:
    def __init__(self, forward, parameters):
        self.forward = forward
        self.parameters = parameters

    def __call__(self):
        with cleared(self.parameters):
            value = self.forward().sum()
            value.backward()
            return value, tuple(parameter.grad for parameter in self.parameters.values())


def minimize(closure, parameters, steps):
    optimizer = torch.optim.SGD(list(parameters.values()), lr=0.1)
    for _ in range(steps):
        value, _ = closure()
        print(value.item())
        optimizer.step()


def fit(model, batch):
    parameters = dict(model.named_parameters())
    minimize(Closure(lambda: model(batch).square(), parameters), parameters, 3)


fit(nn.Linear(3, 1), torch.randn(4, 3))
