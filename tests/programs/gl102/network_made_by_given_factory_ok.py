"""A function receives what makes a network, and rebinds the name to the network: it is not an output of one."""

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
    network = network(width)
    optimizer = torch.optim.Adam(network.parameters())
    for _ in range(epochs):
        network(torch.randn(4, width))
        loss = network.loss()["loss"]
        loss.backward()
        optimizer.step()
        optimizer.zero_grad()


eval("fit")(Coder, 3, 3)
