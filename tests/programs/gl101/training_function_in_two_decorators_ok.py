"""Two decorators wrap the training function, one of them made by a call with a name: the function itself backpropagates once."""

import importlib
from functools import wraps

import torch
from torch import nn

runner = getattr(importlib.import_module("functools"), "partial")


def logged(name):
    def decorate(function):
        @wraps(function)
        def wrapper(*args, **kwargs):
            print(name)
            return function(*args, **kwargs)

        return wrapper

    return decorate


def counted(function):
    def wrapper(*args, **kwargs):
        wrapper.calls = getattr(wrapper, "calls", 0) + 1
        return function(*args, **kwargs)

    return wrapper


@logged("fit")
@counted
def fit(model, data, rate):
    optimizer = torch.optim.SGD(model.parameters(), lr=rate)
    for x, y in data:
        loss = (model(x) - y).pow(2).mean()
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()


runner(fit, nn.Linear(3, 1))([(torch.randn(4, 3), torch.randn(4, 1))] * 4, 0.1)
