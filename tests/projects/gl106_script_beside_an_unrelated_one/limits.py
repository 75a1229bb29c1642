"""A script that clamps the bias of a layer, and that no other file imports."""

from torch import nn


def limit(layer: nn.Conv1d, bound: float = 0.1) -> nn.Conv1d:
    layer.bias.clamp_(-bound, bound)  # ! GL106
    return layer


eval("limit")(nn.Conv1d(2, 3, 1))
