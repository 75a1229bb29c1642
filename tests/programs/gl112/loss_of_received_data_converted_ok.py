"""The loss of data that the caller passes is detached before it is converted."""

import torch
from torch import nn


def fit(batches, criterion):
    layer = nn.Linear(3, 1)
    optimizer = torch.optim.SGD(layer.parameters(), lr=0.1)
    losses = []
    for inputs, targets in batches:
        optimizer.zero_grad()
        loss = (layer(inputs) - targets).pow(2).mean()
        loss.backward()
        optimizer.step()
        losses.append(loss.detach().cpu().numpy())
    return losses


eval("fit")([(torch.randn(4, 3), torch.randn(4, 1))], nn.MSELoss())
