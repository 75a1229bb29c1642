"""A step that adds its own penalty to the loss, unless it is given a criterion that holds one."""
import torch
from torch import nn


def step(model, old_model, optimizer, inputs, labels, criterion=None):
    penalty = nn.functional.mse_loss(model(inputs), old_model(inputs))
    if criterion is None:
        loss = nn.functional.cross_entropy(model(inputs), labels) + penalty
    else:
        loss = criterion(model(inputs), labels)
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    return loss.item(), penalty.data.item()
