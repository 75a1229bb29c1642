"""The keys of a mapping of losses that a received criterion returns select the loss of another network in each iteration."""

import torch
from torch import nn


class Parts(nn.Module):
    def __init__(self):
        super().__init__()
        self.parts = nn.ModuleDict({"first": nn.Linear(3, 1), "second": nn.Linear(3, 1)})

    def forward(self, inputs):
        return {name: part(inputs) for name, part in self.parts.items()}


class Criterion(nn.Module):
    def forward(self, outputs, targets):
        return {name: (output - targets).pow(2).mean() for name, output in outputs.items()}


def train(model: nn.Module, criterion: nn.Module, batches):
    for inputs, targets in batches:
        losses = criterion(model(inputs), targets)
        for name in losses:
            losses[name].backward()


eval("train")(eval("Parts")(), eval("Criterion")(), [(torch.randn(4, 3), torch.randn(4, 1))])
