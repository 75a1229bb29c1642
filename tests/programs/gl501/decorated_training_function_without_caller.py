"""A decorator with an argument wraps a training function that no code of the file calls: its loop never resets the gradients."""

import functools
import sys
import time

import torch
from torch import nn


def timed(label):
    def decorate(function):
        @functools.wraps(function)
        def wrapper(*args, **kwargs):
            begin = time.perf_counter()
            result = function(*args, **kwargs)
            print(label, time.perf_counter() - begin)
            return result

        return wrapper

    return decorate


@timed("training")
def fit(model: nn.Module, optimizer: torch.optim.Optimizer, batches):
    for batch in batches:
        loss = model(batch).pow(2).mean()
        loss.backward()  # ! GL501
        optimizer.step()


if __name__ == "__main__":
    net = nn.Linear(3, 1)
    for name in sys.argv[1:] or ["fit"]:
        globals()[name](net, torch.optim.SGD(net.parameters(), lr=0.1), torch.randn(4, 2, 3))
