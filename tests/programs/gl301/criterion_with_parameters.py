"""The criterion has parameters too, and its result is detached: it is built upon the model's output, and one finding covers both."""

import torch
from torch import nn


class Criterion(nn.Module):
    def __init__(self):
        super().__init__()
        self.scale = nn.Linear(1, 1)

    def forward(self, outputs, targets):
        return (self.scale(outputs) - targets).pow(2).mean()


model = nn.Linear(3, 1)
criterion = Criterion()


def evaluate():
    model.eval()
    total = 0.0
    for batch in range(3):
        outputs = model(torch.randn(8, 3))  # ! GL301
        total += criterion(outputs, torch.randn(8, 1)).data
    return total.item()


print(evaluate())
