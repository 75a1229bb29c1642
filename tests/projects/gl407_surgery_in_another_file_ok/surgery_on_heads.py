"""Replaces the head of a model."""

from torch import nn


def replace_head(model, classes):
    model.head = nn.Linear(4, classes)
    return model
