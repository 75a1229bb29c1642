"""A check makes a list of the generator expression, which has nothing left for the optimizer."""

import torch
from torch import nn


def optimizer_for(layers, rate):
    chosen = (parameter for layer in layers for parameter in layer.parameters())
    if len(list(chosen)) > 100:
        rate = rate / 10
    return torch.optim.SGD(chosen, lr=rate)  # ! GL114


layers = [nn.Linear(3, 4), nn.Linear(4, 2)]
optimizer_for(layers, 0.1)
