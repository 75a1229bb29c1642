"""Both outputs of the model need the trunk's parameters: the first backward retains the graph, and the step changes them before the second."""

import os
import sys

import torch
from torch import nn


class TwoOutputs(nn.Module):
    def __init__(self):
        super().__init__()
        self.trunk = nn.Sequential(nn.Linear(3, 4), nn.Tanh(), nn.Linear(4, 4))
        self.head = nn.Linear(4, 1)

    def forward(self, inputs):
        hidden = self.trunk(inputs)
        return hidden, self.head(hidden)


def train(build, batches):
    model = build()
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    criterion = nn.MSELoss()
    for inputs, targets in batches:
        optimizer.zero_grad()
        hidden, stops = model(inputs)
        stop_loss = criterion(stops, targets)
        loss = criterion(hidden.sum(1, keepdim=True), targets)
        loss.backward(retain_graph=True)
        optimizer.step()
        stop_loss.backward()  # ! GL104
        optimizer.step()


train(vars(sys.modules[__name__])[os.environ.get("MODEL", "TwoOutputs")], [(torch.randn(4, 3), torch.randn(4, 1)) for _ in range(2)])
