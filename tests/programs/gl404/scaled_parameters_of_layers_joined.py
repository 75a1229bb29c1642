"""`sum()` with a list as start joins lists: the scaled parameters in it are not leaves."""

import torch
from torch import nn


def gradients(layers):
    scaled = sum(([2 * parameter for parameter in layer.parameters()] for layer in layers), [])
    sum(each.pow(2).sum() for each in scaled).backward()
    return [each.grad for each in scaled]  # ! GL404


print(gradients([nn.Linear(3, 4), nn.Linear(4, 1)]))
