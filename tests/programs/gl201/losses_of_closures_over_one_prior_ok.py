"""Two functions close over what a constructor built from the leaves: the losses of both share its graph, which the first must retain."""

import sys
import types

import torch

models = types.ModuleType("models")
exec(
    """
class Prior:
    def __init__(self, matrix):
        self.matrix = matrix.exp()

    def expected(self, values):
        return (values @ self.matrix).square().sum()

def loss(function, values):
    return function(values)

def wrapped(function):
    return lambda values: function(values) * 2
""",
    models.__dict__,
)
sys.modules["models"] = models
from models import Prior, loss, wrapped


def compare(values):
    matrix = torch.randn(3, 3, requires_grad=True)
    prior = Prior(matrix)

    def model(batch):
        return prior.expected(batch)

    def other(batch):
        return prior.expected(batch) + 1

    expected = loss(wrapped(model), values)
    actual = loss(other, values)
    expected_gradients = torch.autograd.grad(expected, [matrix], retain_graph=True)
    actual_gradients = torch.autograd.grad(actual, [matrix])
    for one, two in zip(expected_gradients, actual_gradients):
        print((one - two).abs().max().item())


compare(torch.randn(4, 3))
