"""The evaluation builds a graph, so its scores cannot be converted."""

import torch
from torch import nn


def validate(model, batches):
    model.eval()
    correct = 0
    for x, y in batches:
        scores = model(x)
        correct += (scores.numpy().argmax(1) == y.numpy()).sum()  # ! GL112
    return correct


network = nn.Sequential(nn.Linear(3, 4), nn.ReLU(), nn.Linear(4, 2))
print(validate(network, [(torch.randn(8, 3), torch.randint(2, (8,))) for _ in range(4)]))
