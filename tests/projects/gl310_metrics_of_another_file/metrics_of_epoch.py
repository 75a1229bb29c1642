"""The accuracy on the test data is measured in the mode in which the caller leaves the model."""

import torch


@torch.no_grad()
def test_accuracy(model, batches):
    hits = total = 0
    for x, y in batches:
        hits += (model(x).argmax(dim=1) == y).sum().item()  # ! GL310
        total += len(y)
    return hits / total
