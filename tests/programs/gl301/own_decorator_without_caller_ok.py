"""A decorator of the file disables grad mode around functions that only other code calls: the wrapper is what callers call."""

import functools
import sys

import torch
from torch import nn


def without_graph(function):
    @functools.wraps(function)
    def wrapper(*args, **kwargs):
        with torch.no_grad():
            return function(*args, **kwargs)

    return wrapper


@without_graph
def evaluate(model: nn.Module, batches):
    model.eval()
    total = 0.0
    for batch in batches:
        total += model(batch).pow(2).mean().item()
    return total


if __name__ == "__main__":
    for name in sys.argv[1:] or ["evaluate"]:
        print(globals()[name](nn.Linear(3, 1), torch.randn(4, 2, 3)))
