"""A function clamps the bias of the layer that it receives: the annotation names a class with a bias that requires grad."""

import torch
from torch import nn


def limit(layer: nn.Conv1d, bound: float = 0.1) -> nn.Conv1d:
    layer.bias.data.clamp_(-bound, bound)
    return layer


eval("limit")(nn.Conv1d(2, 3, 1))
