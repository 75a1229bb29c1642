"""A check counts the parameters of a list, which the optimizer is given, too."""

import torch
from torch import nn


def optimizer_for(layers, rate):
    chosen = [parameter for layer in layers for parameter in layer.parameters()]
    if len(chosen) > 100:
        rate = rate / 10
    return torch.optim.SGD(chosen, lr=rate)


layers = [nn.Linear(3, 4), nn.Linear(4, 2)]
optimizer_for(layers, 0.1)
