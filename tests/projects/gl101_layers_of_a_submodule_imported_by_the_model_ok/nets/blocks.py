from torch import nn


def scaled(layer, scale=0.5):
    nn.init.uniform_(layer.weight, -scale, scale)
    return layer
