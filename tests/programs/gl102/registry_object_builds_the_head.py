"""A registry object builds the head by name, and each head backpropagates through one encoder output."""

import torch
from torch import nn


class Registry:
    def __init__(self):
        self._entries = {}

    def register(self, name=None):
        def decorate(cls):
            self._entries[name or cls.__name__] = cls
            return cls

        return decorate

    def build(self, name, *args, **kwargs):
        return self._entries[name](*args, **kwargs)


HEADS = Registry()


@HEADS.register()
class Head(nn.Module):
    def __init__(self, width):
        super().__init__()
        self.layer = nn.Linear(width, 1)

    def loss(self, features):
        return self.layer(features).pow(2).mean()


encoder = nn.Sequential(nn.Linear(3, 4), nn.ReLU())
features = encoder(torch.randn(2, 3))
for head in [HEADS.build("Head", 4) for _ in range(2)]:
    head.loss(features).backward()  # ! GL102
