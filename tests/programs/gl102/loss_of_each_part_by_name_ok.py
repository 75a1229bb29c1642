"""Each part of a program takes its own loss from the dict that a received criterion returns, and adds a new penalty: the graphs
are different."""

import torch
from torch import nn


class Criterion(nn.Module):
    def forward(self, outputs, targets):
        return {f"loss_{name}": (output - targets).pow(2).mean() for name, output in outputs.items()}


class Part:
    def __init__(self, name):
        self.name, self.model = name, nn.Linear(3, 1)


def train(model: nn.Module, criterion: nn.Module, parts, batches):
    for inputs, targets in batches:
        losses = criterion(model(inputs), targets)
        for part in parts:
            penalty = sum(weight.pow(2).sum() for weight in model.parameters())
            (losses[f"loss_{part.name}"] + penalty).backward()


class Parts(nn.Module):
    def __init__(self, parts):
        super().__init__()
        self.parts = nn.ModuleDict({part.name: part.model for part in parts})

    def forward(self, inputs):
        return {name: part(inputs) for name, part in self.parts.items()}


parts = [Part("first"), Part("second")]
eval("train")(eval("Parts")(parts), eval("Criterion")(), parts, [(torch.randn(4, 3), torch.randn(4, 1))])
