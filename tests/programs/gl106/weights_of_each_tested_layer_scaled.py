"""A function that is applied to each module divides a linear layer's weight in place with grad mode on."""

import math

import torch
from torch import nn


def scale_residual(module, depth=12):
    if isinstance(module, nn.Linear):
        nn.init.normal_(module.weight, std=0.02)
        module.weight.div_(math.sqrt(2.0 * depth))  # ! GL106
        nn.init.zeros_(module.bias)
    elif isinstance(module, nn.LayerNorm):
        nn.init.ones_(module.weight)


nn.Sequential(nn.Linear(3, 4), nn.LayerNorm(4)).apply(eval("scale_residual"))
