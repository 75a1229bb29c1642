"""A head on a detached input is trained by an optimizer of its own: the outputs of the model share nothing, or the second would raise."""

import os
import sys

import torch
from torch import nn


class TwoOutputs(nn.Module):
    def __init__(self):
        super().__init__()
        self.trunk = nn.Linear(3, 4)
        self.head = nn.Linear(4, 1)

    def forward(self, inputs):
        hidden = torch.tanh(self.trunk(inputs))
        return hidden, self.head(hidden.detach())


def train(build, batches):
    model = build()
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    head_optimizer = torch.optim.SGD(model.head.parameters(), lr=0.1)
    criterion = nn.MSELoss()
    for inputs, targets in batches:
        optimizer.zero_grad()
        head_optimizer.zero_grad()
        hidden, stops = model(inputs)
        stop_loss = criterion(stops, targets)
        loss = criterion(hidden.sum(1, keepdim=True), targets)
        loss.backward()
        optimizer.step()
        stop_loss.backward()
        head_optimizer.step()


train(vars(sys.modules[__name__])[os.environ.get("MODEL", "TwoOutputs")], [(torch.randn(4, 3), torch.randn(4, 1)) for _ in range(2)])
