"""The evaluation is called with all of its arguments, in grad mode."""

import torch
from torch import nn


def evaluate(model, criterion, loader):
    model.eval()
    total = 0.0
    for inputs, labels in loader:
        total += criterion(model(inputs), labels).item()  # ! GL301
    return total


model = nn.Linear(3, 2)
loader = [(torch.randn(4, 3), torch.tensor([0, 1, 1, 0])) for _ in range(3)]
try:
    print(evaluate(model, nn.CrossEntropyLoss(), loader))
except TypeError as error:
    print(error)
