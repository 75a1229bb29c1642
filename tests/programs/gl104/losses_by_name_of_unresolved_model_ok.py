"""Each loss that the model returns has parameters of its own, and is followed by a step of its optimizer."""

import os
import sys

import torch
from torch import nn


class Losses(nn.Module):
    def __init__(self):
        super().__init__()
        self.first = nn.Linear(3, 1)
        self.second = nn.Linear(3, 1)

    def forward(self, inputs):
        return {"first": self.first(inputs).square().mean(), "second": self.second(inputs).square().mean()}


def train(build, batches):
    model = build()
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    for inputs in batches:
        losses = model(inputs)
        optimizer.zero_grad()
        losses["first"].backward()
        optimizer.step()
        optimizer.zero_grad()
        losses["second"].backward()
        optimizer.step()


train(vars(sys.modules[__name__])[os.environ.get("MODEL", "Losses")], [torch.randn(4, 3) for _ in range(2)])
