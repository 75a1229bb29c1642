"""`sum()` with a list as start joins lists: the parameters in it are leaves."""

import torch
from torch import nn


def gradient_norms(layers):
    parameters = sum((list(layer.parameters()) for layer in layers), [])
    return [parameter.grad.norm() for parameter in parameters]


layers = nn.Sequential(nn.Linear(3, 4), nn.Linear(4, 1))
layers(torch.randn(5, 3)).pow(2).mean().backward()
print(gradient_norms(layers))
