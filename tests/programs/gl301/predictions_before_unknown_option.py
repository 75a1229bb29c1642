"""Predictions are compared before an option is found to be unknown: the exception keeps no graph of them."""

import os

import torch
from torch import nn


def distances(model, pairs):
    model.eval()
    found = [torch.dist(model(a), model(b)) for a, b in pairs]  # ! GL301
    return torch.stack(found)


def report(model, pairs, option):
    values = distances(model, pairs).tolist()
    if option == "mean":
        return sum(values) / len(values)
    if option == "best":
        return min(values)
    raise KeyError(option)


def main(options):
    model = nn.Sequential(nn.Linear(3, 8), nn.Tanh(), nn.Linear(8, 2))
    pairs = [(torch.randn(1, 3), torch.randn(1, 3)) for _ in range(4)]
    for option in options:
        print(option, report(model, pairs, option))


globals()[os.environ.get("COMMAND", "main")](["mean", "best"])
