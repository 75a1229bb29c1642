"""The consumer of a generator that is decorated with no_grad evaluates in its own grad mode."""

import torch
from torch import nn


@torch.no_grad()
def features(backbone, loader):
    for x, y in loader:
        yield backbone(x), y


@torch.no_grad()
def evaluate(backbone, head, loader):
    backbone.eval()
    head.eval()
    correct = 0
    for feature, y in features(backbone, loader):
        correct += int((head(feature).argmax(1) == y).sum())
    return correct


def main():
    data = [(torch.randn(2, 4), torch.zeros(2).long()) for _ in range(3)]
    print(eval("evaluate")(nn.Linear(4, 8), nn.Linear(8, 3), data))


main()
