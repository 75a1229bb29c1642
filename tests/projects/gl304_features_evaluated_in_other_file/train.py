"""Plots the features of the model while it trains, in training mode: the same call in evaluation is GL301."""
import torch
from torch import nn

from features import collect


def fit(model, batches):
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    for batch in batches:
        optimizer.zero_grad()
        model(batch).pow(2).mean().backward()
        optimizer.step()
    print(len(collect(model, batches)))


fit(nn.Linear(3, 2), list(torch.randn(4, 8, 3)))
