"""Each function closes over a prior of its own: nothing that the first loss needs is used by the second."""

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
    prior, another = Prior(matrix), Prior(matrix)

    def model(batch):
        return prior.expected(batch)

    def other(batch):
        return another.expected(batch) + 1

    expected = loss(wrapped(model), values)
    actual = loss(other, values)
    expected_gradients = torch.autograd.grad(expected, [matrix], retain_graph=True)  # ! GL201
    actual_gradients = torch.autograd.grad(actual, [matrix])
    for one, two in zip(expected_gradients, actual_gradients):
        print((one - two).abs().max().item())


compare(torch.randn(4, 3))
