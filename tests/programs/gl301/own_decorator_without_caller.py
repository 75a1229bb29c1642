"""A decorator of the file measures functions that only other code calls, with grad mode enabled: evaluation builds a graph."""

import functools
import sys

import torch
from torch import nn


def measured(function):
    @functools.wraps(function)
    def wrapper(*args, **kwargs):
        if args:
            return function(*args, **kwargs)

    return wrapper


@measured
def evaluate(model: nn.Module, batches):
    model.eval()
    total = 0.0
    for batch in batches:
        total += model(batch).pow(2).mean().item()  # ! GL301
    return total


if __name__ == "__main__":
    for name in sys.argv[1:] or ["evaluate"]:
        print(globals()[name](nn.Linear(3, 1), torch.randn(4, 2, 3)))
