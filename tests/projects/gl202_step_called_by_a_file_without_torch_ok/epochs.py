"""Adds up the losses of an epoch: this file uses no PyTorch by itself."""

from training import fit_batch


def fit_epoch(network, optimizer, batches):
    total = 0.0
    for inputs, targets in batches:
        total += fit_batch(network, optimizer, inputs, targets)
    return total / len(batches)
