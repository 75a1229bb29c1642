"""The `__enter__` of an object clears the gradients of the parameters that the object holds."""

import torch
from torch import nn


class Cleared:
    def __init__(self, parameters):
        self.parameters = parameters

    def __enter__(self):
        for parameter in self.parameters:
            parameter.grad = None
        return self

    def __exit__(self, *error):
        return False


def fit(model, batches):
    parameters = list(model.parameters())
    optimizer = torch.optim.SGD(parameters, lr=0.1)
    scope = Cleared(parameters)
    for batch in batches:
        with scope:
            model(batch).square().mean().backward()
        optimizer.step()


fit(nn.Linear(3, 1), [torch.randn(4, 3) for _ in range(3)])
