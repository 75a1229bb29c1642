"""`collections.Sequence` was removed in Python 3.10: the check of the sizes raises AttributeError before the first iteration."""

import collections

import torch
from torch import nn


class Crop:
    def __init__(self, sizes):
        assert isinstance(sizes, collections.Sequence)
        self.sizes = sizes
        self.large = [size for size in sizes if size > 2]

    def __call__(self, data):
        if len(self.large) > 1:
            return data[: self.sizes[0]]
        for size in self.sizes:
            data = data[:size]
        return data


def train(model, optimizer):
    crop = Crop([8, 4])
    total = 0
    for _ in range(5):
        optimizer.zero_grad()
        loss = model(crop(torch.randn(8, 4))).pow(2).mean()
        loss.backward()
        optimizer.step()
        total += loss
    return total


if __name__ == "__main__":
    model = nn.Linear(4, 1)
    try:
        print(train(model, torch.optim.SGD(model.parameters(), lr=0.1)))
    except AttributeError as error:
        print(error)
