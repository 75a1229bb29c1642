"""A decorated generator: without the decorator, it is executed in its consumer's grad mode."""

import torch
from torch import nn


class Extractor:
    def __init__(self, model):
        self.model = model

    def features(self, loader):
        for x in loader:
            yield self.model(x)  # ! GL301


def collect(model, loader):
    model.eval()
    bank = [feature for feature in Extractor(model).features(loader)]
    print(torch.cat(bank).shape)


def main():
    model = nn.Sequential(nn.Linear(4, 8), nn.ReLU(), nn.Linear(8, 3))
    eval("collect")(model, [torch.randn(2, 4) for _ in range(3)])


main()
