"""The last loss is read after the loop, in which a flag adds a term: a second backward goes through the graph of the last iteration."""

import sys

import torch
from torch import nn


def train(model, batches, penalize):
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    for inputs in batches:
        loss = model(inputs).pow(2).mean()
        if penalize:
            loss = loss + sum(parameter.pow(2).sum() for parameter in model.parameters())
        optimizer.zero_grad()
        loss.backward()
    loss.backward()  # ! GL101
    optimizer.step()


train(nn.Linear(3, 1), torch.randn(4, 5, 3), len(sys.argv) > 1)
