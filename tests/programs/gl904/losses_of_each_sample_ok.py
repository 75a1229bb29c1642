"""The losses of the samples are backpropagated with a gradient argument: the first of them is read."""

import torch
from torch import nn


def train(model, criterion, batches):
    first = 0.0
    for inputs in batches:
        model.zero_grad()
        losses = criterion(model(inputs), inputs.sum(1, keepdim=True))
        losses.backward(torch.ones_like(losses))
        first += losses.data[0]
    return first


print(train(nn.Linear(3, 1), nn.MSELoss(reduction="none"), torch.rand(4, 6, 3)))
