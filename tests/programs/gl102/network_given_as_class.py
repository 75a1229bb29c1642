"""A function receives a class or an instance. The loss is built before the loop, and backpropagated in each iteration."""

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
    loss = network(torch.randn(4, width)).pow(2).mean()
    for _ in range(epochs):
        loss.backward()  # ! GL102
        optimizer.step()
        optimizer.zero_grad()


eval("fit")(Coder, 3, 3)
eval("fit")(Coder(3), 3, 3)
