"""One caller compares the same expected loss with two others: the helper must retain its graph, whatever the other callers pass."""

import sys
import types

import torch

inference = types.ModuleType("inference")
exec(
    """
import torch

weights = {"scale": torch.ones(3, requires_grad=True)}

def parameters():
    return list(weights.values())

class Objective:
    def loss(self, model, batch):
        return model(batch * weights["scale"].exp()).sum()

objective = Objective()
""",
    inference.__dict__,
)
sys.modules["inference"] = inference
from inference import objective, parameters


def compare(expected, actual):
    actual_gradients = torch.autograd.grad(actual, parameters())
    expected_gradients = torch.autograd.grad(expected, parameters(), retain_graph=True)
    for one, two in zip(actual_gradients, expected_gradients):
        print((one - two).abs().max().item())


def compare_one(model, other, batch):
    expected = objective.loss(model, batch)
    compare(expected, objective.loss(other, batch))


def compare_both(model, others, batch):
    expected = objective.loss(model, batch)
    compare(expected, objective.loss(others[0], batch))
    compare(expected, objective.loss(others[1], batch))


eval("compare_one")(lambda values: values * 2, lambda values: values + values, torch.randn(4, 3))
eval("compare_both")(lambda values: values * 2, [lambda values: values + values, lambda values: values * 2 + 1], torch.randn(4, 3))
