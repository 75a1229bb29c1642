"""The validation drops its no_grad and calls a function that runs the model: one mistake, told of once."""

import torch
from torch import nn


def score(model, inputs, targets):
    return (model(inputs) - targets).abs().mean().item()


def validate(model, batches):
    model.eval()
    torch.no_grad()  # ! GL302
    return sum(score(model, inputs, targets) for inputs, targets in batches) / len(batches)


print(validate(nn.Linear(2, 1), [(torch.randn(3, 2), torch.randn(3, 1))] * 3))
