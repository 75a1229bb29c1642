"""The labels of a batch select rows of the probabilities: the selection is a copy, which may be scaled in place."""

import torch
from torch import nn


def train(model, batches, optimizer):
    for x, labels in batches:
        probabilities = model(x).softmax(dim=1)
        chosen = probabilities[labels]
        chosen *= 2
        optimizer.zero_grad()
        (chosen.sum() + probabilities.pow(2).sum()).backward()
        optimizer.step()


def main():
    model = nn.Linear(4, 3)
    batches = [(torch.randn(6, 4), torch.randint(6, (2,))) for _ in range(3)]
    eval("train")(model, batches, torch.optim.SGD(model.parameters(), lr=0.1))


main()
