"""A helper that calls itself returns the weights of the loss from plain values: none of its results has a graph."""

import torch
from torch import nn


def weights(depth, count):
    if depth == 0:
        return torch.arange(1.0, count + 1)
    return weights(depth - 1, count + 1)


def fit(model, depth, count, batches):
    scale = weights(depth, count)
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    for x in batches:
        loss = (model(x).pow(2) * scale.exp()).mean()
        optimizer.zero_grad()
        loss.backward(retain_graph=True)  # ! GL201
        optimizer.step()


network = nn.Sequential(nn.Linear(3, 3), nn.Tanh(), nn.Linear(3, 4))
eval("fit")(network, 3, 1, [torch.randn(2, 3) for _ in range(4)])
