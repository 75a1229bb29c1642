"""The helper that calls itself computes the weights from a parameter: each iteration needs the graph that the one before retained."""

import torch
from torch import nn


def weights(parameter, depth, count):
    if depth == 0:
        return parameter.exp() * torch.ones(count)
    return weights(parameter * 2, depth - 1, count)


def fit(model, depth, count, batches):
    scale = weights(nn.Parameter(torch.ones(1)), depth, count)
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    for x in batches:
        loss = (model(x).pow(2) * scale.exp()).mean()
        optimizer.zero_grad()
        loss.backward(retain_graph=True)
        optimizer.step()


network = nn.Sequential(nn.Linear(3, 3), nn.Tanh(), nn.Linear(3, 2))
eval("fit")(network, 3, 2, [torch.randn(2, 3) for _ in range(4)])
