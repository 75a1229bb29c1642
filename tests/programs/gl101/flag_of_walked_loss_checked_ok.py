"""A helper asserts that a loss was not walked yet: the second call fails its check, before it reaches a freed graph."""

import torch
from torch import nn


class Loss:
    def __init__(self, value):
        self.value = value
        self.walked = False

    def check(self):
        assert not self.walked, "the graph of this loss is freed"

    def walk(self):
        self.check()
        self.walked = True
        self.value.backward()


loss = Loss(nn.Linear(3, 1)(torch.randn(4, 3)).pow(2).mean())
loss.walk()
if eval("len")("abc") == 2:
    loss.walk()
