"""A helper asserts that a loss was not used yet: the second call fails its check, before it reaches a freed graph."""

import torch
from torch import nn


class Loss:
    def __init__(self, value):
        self.value = value
        self.used = False

    def check(self):
        assert not self.used, "the graph of this loss is freed"

    def learn(self):
        self.check()
        self.used = True
        self.value.backward()


loss = Loss(nn.Linear(3, 1)(torch.randn(4, 3)).pow(2).mean())
loss.learn()
if eval("len")("abc") == 2:
    loss.learn()
