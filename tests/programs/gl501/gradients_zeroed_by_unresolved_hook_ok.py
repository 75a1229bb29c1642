"""Between two steps a hook is called that was found by its name, and it zeroes the gradients."""

import json

import torch
from torch import nn


class Hooks:
    def __init__(self, network):
        self.network = network

    def clear(self):
        for parameter in self.network.parameters():
            parameter.grad = None


network = nn.Linear(3, 2)
optimizer = torch.optim.SGD(network.parameters(), lr=0.1)
between = getattr(Hooks(network), json.loads('{"between": "clear"}')["between"])
for batch in torch.randn(4, 5, 3):
    network(batch).abs().mean().backward()
    optimizer.step()
    between()
