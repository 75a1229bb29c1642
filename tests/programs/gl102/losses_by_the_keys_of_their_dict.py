"""A received criterion returns one tensor with several losses: the first backward frees the graph of all its items."""

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
        return torch.cat([(output - targets).pow(2).mean(0) for output in outputs.values()])


def train(model: nn.Module, criterion: nn.Module, count, batches):
    for inputs, targets in batches:
        losses = criterion(model(inputs), targets)
        for index in range(count):
            losses[index].backward()  # ! GL102


eval("train")(eval("Parts")(), eval("Criterion")(), 2, [(torch.randn(4, 3), torch.randn(4, 1))])
