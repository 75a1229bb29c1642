"""The arguments of a call become attributes through the dict of its names: the attribute is the loss itself."""

import torch
from torch import nn


class Settings:
    def __init__(self, loss=None, scale=None):
        for name, value in list(locals().items()):
            if name == "self":
                continue
            if value is not None:
                setattr(self, name, value)


loss = nn.Linear(3, 1)(torch.randn(4, 3)).pow(2).mean()
settings = Settings(loss=loss)
settings.loss.backward()
loss.backward()  # ! GL101
