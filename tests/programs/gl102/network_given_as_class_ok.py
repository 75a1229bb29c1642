"""A function receives a class or an instance. What it constructs is a module, and no output of one: each loss is built from new outputs."""

import inspect

import torch
from torch import nn


class Coder(nn.Module):
    def __init__(self, width):
        super().__init__()
        self.layer = nn.Linear(width, 1)

    def forward(self, x):
        self.output = self.layer(x)
        return self.output

    def loss(self):
        return {"loss": self.output.pow(2).mean()}


def fit(network, width, epochs):
    if inspect.isclass(network):
        network = network(width=width)
    optimizer = torch.optim.Adam(network.parameters())
    for _ in range(epochs):
        network(torch.randn(4, width))
        loss = network.loss()["loss"]
        loss.backward()
        optimizer.step()
        optimizer.zero_grad()


eval("fit")(Coder, 3, 3)
eval("fit")(Coder(3), 3, 3)
