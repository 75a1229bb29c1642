"""The first decorator returns one of two functions; the second closes over the method without grad mode."""

import os

import torch
from torch import nn


def supported():
    version = os.environ.get("VERSION", "2.1")
    if version == "1":
        return False
    if version == "2":
        return True
    return float(version) > 2


def optional(function):
    if supported():
        return torch.no_grad()(function)
    return function


def traced(function):
    def wrapper(*arguments):
        return function(*arguments)

    return wrapper


class Evaluator:
    def __init__(self, model):
        self.model = model

    @optional
    def reset(self):
        self.model.zero_grad()

    @traced
    @torch.no_grad()
    def evaluate(self, batches):
        self.model.eval()
        return sum(self.model(batch).mean().item() for batch in batches)


print(Evaluator(nn.Linear(3, 1)).evaluate(torch.randn(2, 4, 3)))
