"""The received module is asserted to be an embedding, and its weight is zeroed in place with grad mode on."""

import torch
from torch import nn


def reset(part):
    assert isinstance(part, nn.Embedding)
    part.weight.zero_()  # ! GL106
    return part


eval("reset")(nn.Embedding(5, 3))
