"""The first two rows of the probabilities are a view: scaling them in place changes the saved probabilities."""

import torch
from torch import nn


def train(model, batches, optimizer):
    for x, labels in batches:
        probabilities = model(x).softmax(dim=1)
        chosen = probabilities[:2]
        chosen *= 2
        optimizer.zero_grad()
        (chosen.sum() + probabilities.pow(2).sum()).backward()  # ! GL105
        optimizer.step()


def main():
    model = nn.Linear(4, 3)
    batches = [(torch.randn(6, 4), torch.randint(6, (2,))) for _ in range(3)]
    eval("train")(model, batches, torch.optim.SGD(model.parameters(), lr=0.1))


main()
