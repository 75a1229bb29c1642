"""An index keeps features without their graph; the training takes them from the same helper, and backpropagates theirs."""

import torch
from torch import nn

backbone, head = nn.Linear(3, 4), nn.Linear(4, 1)
optimizer = torch.optim.SGD([*backbone.parameters(), *head.parameters()], lr=0.1)


def features(inputs):
    return backbone(inputs).relu()


def index(loader):
    return [features(inputs).detach() for inputs in loader]


def train(loader):
    for inputs in loader:
        loss = head(features(inputs)).mean()
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()


if __name__ == "__main__":
    for name in "index train".split():
        globals()[name]([torch.randn(2, 3)] * 3)
