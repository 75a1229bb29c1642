"""The result of an unresolved module is a record; its fields are read as statements by a debugging hook, none is a tensor's method."""

import torch
from torch import nn


class Report:
    def __init__(self, loss):
        self.loss = loss
        self.step = 3

    @property
    def backward(self):
        self.loss.backward()
        return self


class Network(nn.Module):
    def __init__(self):
        super().__init__()
        self.layer = nn.Linear(3, 1)

    def forward(self, inputs):
        return Report(self.layer(inputs).mean())


network = Network()
optimizer = torch.optim.SGD(network.parameters(), lr=0.1)
for _ in range(4):
    optimizer.zero_grad()
    report = network(torch.randn(8, 3))
    report.backward
    optimizer.step()
