"""A step that only reports its penalty, with and without a criterion."""
import torch
from torch import nn


def step(model, old_model, optimizer, inputs, labels, criterion=None):
    penalty = nn.functional.mse_loss(model(inputs), old_model(inputs))  # ! GL304
    if criterion is None:
        loss = nn.functional.cross_entropy(model(inputs), labels)
    else:
        loss = criterion(model(inputs), labels)
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    return loss.item(), penalty.data.item()
