"""After the loop, in which a flag adds a term, a loss of its own is backpropagated; the last loss of the loop is only printed."""

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
        optimizer.step()
    print(loss.item())
    optimizer.zero_grad()
    loss = model(batches[0]).abs().mean()
    loss.backward()
    optimizer.step()


train(nn.Linear(3, 1), torch.randn(4, 5, 3), len(sys.argv) > 1)
