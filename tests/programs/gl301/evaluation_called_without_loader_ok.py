"""The evaluation is called without one of its arguments: Python refuses the call."""

import torch
from torch import nn


def evaluate(model, criterion, loader):
    model.eval()
    total = 0.0
    for inputs, labels in loader:
        total += criterion(model(inputs), labels).item()
    return total


model = nn.Linear(3, 2)
loader = [(torch.randn(4, 3), torch.tensor([0, 1, 1, 0])) for _ in range(3)]
try:
    print(evaluate(model, loader))
except TypeError as error:
    print(error)
