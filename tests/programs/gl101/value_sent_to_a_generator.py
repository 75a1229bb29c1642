"""The generator returns a scaled version of the loss that it is sent, which shares the graph of the loss."""

import torch
from torch import nn


def scaling(factor):
    value = yield
    while True:
        value = yield value * factor


scale = scaling(0.5)
next(scale)
loss = nn.Linear(3, 1)(torch.randn(4, 3)).pow(2).mean()
scaled = scale.send(loss)
scaled.backward()
loss.backward()  # ! GL101
