"""A helper of tests counts the positive scores of a network: it tests the network, and evaluates nothing."""

from torch import nn


def validate(network: nn.Module, batches):
    positive = 0
    for batch in batches:
        scores = network(batch)
        positive += int((scores > 0).sum())
    return positive
