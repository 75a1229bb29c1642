"""The generator returns a scaled version of the loss that it is sent, and the loss itself is only printed."""

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
print(loss.item())
