"""A sum to which no loss was added is a number, and so is its product with a weight whose default is a number: no graph is reused."""

import sys

import torch
from torch import nn


def train(batches, with_penalty, weight=0.1):
    model = nn.Linear(3, 1)
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    for inputs in batches:
        optimizer.zero_grad()
        penalty = 0
        if with_penalty:
            penalty += model(inputs).pow(2).mean()
        penalty = penalty * weight
        penalty.backward()
        optimizer.step()


eval(sys.argv[1] if len(sys.argv) > 1 else "train")(torch.randn(2, 4, 3), True)
