"""A function raises on one path and returns what it predicted on another: its callers may backpropagate."""

import torch
from torch import nn


def predicted(model, batches, limit):
    model.eval()
    found = []
    for batch in batches:
        found.append(model(batch))
    if len(found) > limit:
        raise ValueError("too many batches")
    return torch.cat(found)
