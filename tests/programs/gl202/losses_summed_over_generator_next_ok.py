"""Generators have no method `next` in Python 3: the first iteration raises AttributeError."""

import torch
from torch import nn


def batches():
    while True:
        yield torch.randn(8, 4)


def train(model, optimizer):
    source = batches()
    total = 0
    for _ in range(5):
        x = source.next()
        optimizer.zero_grad()
        loss = model(x).pow(2).mean()
        loss.backward()
        optimizer.step()
        total += loss
    return total


model = nn.Linear(4, 1)
try:
    train(model, torch.optim.SGD(model.parameters(), lr=0.1))
except AttributeError as error:
    print(error)
