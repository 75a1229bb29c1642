"""The weighted loss is computed before the loop, so its graph is freed in the first iteration."""

import sys

import torch
from torch import nn


def train(batches, with_penalty, weight=0.1):
    model = nn.Linear(3, 1)
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    penalty = 0
    if with_penalty:
        penalty += model(batches[0]).pow(2).mean()
    penalty = penalty * weight
    for _ in batches:
        optimizer.zero_grad()
        penalty.backward()  # ! GL102
        optimizer.step()


eval(sys.argv[1] if len(sys.argv) > 1 else "train")(torch.randn(2, 4, 3), True)
