"""A context manager of the program reads the gradients when its block is entered, and resets none."""

from contextlib import contextmanager

import torch
from torch import nn


@contextmanager
def measured(parameters):
    norms = [parameter.grad.norm().item() for parameter in parameters if parameter.grad is not None]
    yield norms


def fit(model, batches):
    parameters = list(model.parameters())
    optimizer = torch.optim.SGD(parameters, lr=0.1)
    for batch in batches:
        with measured(parameters) as norms:
            model(batch).square().mean().backward()  # ! GL501
        print(norms)
        optimizer.step()


fit(nn.Linear(3, 1), [torch.randn(4, 3) for _ in range(3)])
