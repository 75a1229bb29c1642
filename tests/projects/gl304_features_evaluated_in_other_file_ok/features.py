"""Collects features for a plot, without a graph; the model's mode is up to the caller."""
import torch


def collect(model, batches):
    found = []
    for batch in batches:
        with torch.no_grad():
            features = model(batch)
        found.append(features.detach())
    return found
