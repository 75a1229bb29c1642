"""A decorator of the program wraps the method: its name refers to the wrapper, and the method itself still trains."""

import importlib
import time
from functools import wraps

import torch
from torch import nn

runner = getattr(importlib.import_module("functools"), "partial")


def timed(function):
    @wraps(function)
    def wrapper(*args, **kwargs):
        start = time.perf_counter()
        result = function(*args, **kwargs)
        print(f"{function.__name__}: {time.perf_counter() - start:.2f} s")
        return result

    return wrapper


class Trainer:
    def __init__(self, rate):
        self.rate = rate

    @timed
    def train(self, model, data):
        optimizer = torch.optim.SGD(model.parameters(), lr=self.rate)
        for x, y in data:
            loss = (model(x) - y).pow(2).mean()
            loss.backward()
            optimizer.zero_grad()  # ! GL502
            optimizer.step()


trainer = runner(Trainer, 0.1)()
trainer.train(nn.Linear(3, 1), [(torch.randn(4, 3), torch.randn(4, 1))] * 4)
